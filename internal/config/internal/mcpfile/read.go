package mcpfile

import (
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/expand"
	"github.com/coderef-system/coderefd/internal/config/internal/jsontree"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/internal/near"
)

// File is the content of a file.
type File struct {
	// Servers in the order of the file.
	Servers []Server
	// Origins are the places of the servers' settings.
	Origins problem.Origins
	// Problems are errors. Notices are warnings and the reasons for left-out servers.
	Problems, Notices problem.List
	// Secrets are the texts of the files that the file refers to by ${file:path}.
	Secrets []string
}

// Options bound a file and set the environment in which it is read. All are required.
type Options struct {
	// Env is the environment for ${NAME}.
	Env expand.Environment
	// MaxServers bounds the servers of each of its objects of servers.
	MaxServers int
	// MaxDepth bounds the nesting of JSON.
	MaxDepth int
}

// Read reads the servers of the file with the given path and content. Each client has keys of its own, so
// unknown keys only cause warnings. A server that cannot be run here is left out, with the reason.
func Read(path string, data []byte, opts Options) *File {
	f := &File{Origins: problem.Origins{}}
	r := &reader{
		file: path, problems: &f.Problems, notices: &f.Notices, origins: f.Origins,
		editor: newEditor(path, opts.Env), warned: map[string]bool{},
		maxServers: opts.MaxServers, maxDepth: opts.MaxDepth,
	}
	r.read(data)
	f.Servers, f.Secrets = r.servers, r.editor.files
	return f
}

// Keys returns the paths at which clients keep their servers by name:
//
//	mcpServers       Claude, Cursor, Windsurf, Cline, Gemini and most others
//	servers          VS Code's mcp.json
//	mcp.servers      VS Code's settings.json, as one key or as two
//	context_servers  Zed's settings.json
//	amp.mcpServers   Amp's settings.json
func Keys() [][]string {
	return [][]string{
		{"mcpServers"},
		{"servers"},
		{"mcp", "servers"},
		{"mcp.servers"},
		{"context_servers"},
		{"amp.mcpServers"},
	}
}

// read reads the servers of the file in their order.
func (r *reader) read(data []byte) {
	root, err := jsontree.Parse(data, r.maxDepth)
	if err != nil {
		r.problems.Add(r.at(err.At), "", "not JSON: %s", err.Message)
		return
	}
	if root.Kind != '{' {
		r.wrong("", root, "an object with the key mcpServers")
		return
	}
	r.repeated("", root, "inputs")
	r.readInputs("inputs", root.Get("inputs"))
	for _, path := range Keys() {
		holder, key := root, path[0]
		r.repeated("", root, key)
		if len(path) == 2 {
			// Gemini has settings under mcp, and its servers under another key.
			if holder, key = root.Get(path[0]), path[1]; holder == nil || holder.Kind != '{' {
				continue
			}
			r.repeated(path[0], holder, "inputs", key)
			r.readInputs(path[0]+".inputs", holder.Get("inputs"))
		}
		if list := holder.Get(key); list != nil {
			r.readList(strings.Join(path, "."), list)
		}
	}
	if r.lists == 0 {
		r.problems.Add(
			r.at(root.At), "", "contains no servers: it has neither mcpServers nor another known key for servers%s",
			nearKeys(root),
		)
	}
}

// nearKeys names the keys of a file that are similar to a key for servers.
func nearKeys(root *jsontree.Value) string {
	var keys []string
	for _, m := range root.Members {
		if len(near.Names(m.Name, []string{"mcpServers", "servers", "context_servers"})) > 0 {
			keys = append(keys, m.Name)
		}
	}
	return unknownKeys(keys)
}

// readList reads the servers of one object.
func (r *reader) readList(path string, list *jsontree.Value) {
	r.lists++
	if list.Kind != '{' {
		r.wrong(path, list, "an object")
		return
	}
	if n := len(list.Members); n > r.maxServers {
		r.problems.Add(r.at(list.At), path, "%d servers are configured, and at most %d are allowed", n, r.maxServers)
		return
	}
	r.repeated(path, list)
	read := map[string]bool{}
	for _, m := range list.Members {
		if !read[m.Name] {
			read[m.Name] = true
			r.readServer(path, m)
		}
	}
}

// readInputs records the inputs that an editor would prompt for.
func (r *reader) readInputs(path string, v *jsontree.Value) {
	if v == nil {
		return
	}
	if v.Kind != '[' {
		r.wrong(path, v, "a list")
		return
	}
	for i, item := range v.Items {
		id, description := item.Get("id"), item.Get("description")
		if id == nil || id.Kind != '"' {
			r.wrong(problem.Indexed(path, i), item, "an object with an id")
			continue
		}
		r.editor.inputs[id.Text] = ""
		if description != nil {
			r.editor.inputs[id.Text] = description.Text
		}
	}
}
