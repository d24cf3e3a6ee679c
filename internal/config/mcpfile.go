package config

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/internal/near"
)

// mcpReader reads one JSON file of another MCP client. Each client has keys of its own, so unknown keys only
// cause warnings. A server that cannot be run here is left out, with the reason.
type mcpReader struct {
	file string
	// problems are errors; notices are warnings and the reasons for left-out servers.
	problems *problems
	notices  *problems
	origins  origins
	editor   *editor
	servers  []Server
	// warned contains the unknown keys that a warning has named.
	warned map[string]bool
	// lists counts the objects that contain servers.
	lists int
}

// serverKeys are the paths at which clients keep their servers by name:
//
//	mcpServers       Claude, Cursor, Windsurf, Cline, Gemini and most others
//	servers          VS Code's mcp.json
//	mcp.servers      VS Code's settings.json, as one key or as two
//	context_servers  Zed's settings.json
//	amp.mcpServers   Amp's settings.json
func serverKeys() [][]string {
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
func (r *mcpReader) read(data []byte) {
	root, err := parseJSON(data)
	if err != nil {
		r.problems.add(r.at(err.at), "", "not JSON: %s", err.message)
		return
	}
	if root.kind != '{' {
		r.wrong("", root, "an object with the key mcpServers")
		return
	}
	r.repeatedHere("", root, "inputs")
	r.readInputs("inputs", root.get("inputs"))
	for _, path := range serverKeys() {
		holder, key := root, path[0]
		r.repeatedHere("", root, key)
		if len(path) == 2 {
			// Gemini has settings under mcp, and its servers under another key.
			if holder, key = root.get(path[0]), path[1]; holder == nil || holder.kind != '{' {
				continue
			}
			r.repeatedHere(path[0], holder, "inputs", key)
			r.readInputs(path[0]+".inputs", holder.get("inputs"))
		}
		if list := holder.get(key); list != nil {
			r.readList(strings.Join(path, "."), list)
		}
	}
	if r.lists == 0 {
		r.problems.add(
			r.at(root.at), "", "contains no servers: it has neither mcpServers nor another known key for servers%s",
			nearKeys(root),
		)
	}
}

// nearKeys names the keys of a file that are similar to a key for servers.
func nearKeys(root *jsonValue) string {
	var keys []string
	for _, m := range root.members {
		if len(near.Names(m.name, []string{"mcpServers", "servers", "context_servers"})) > 0 {
			keys = append(keys, m.name)
		}
	}
	return unknownKeys(keys)
}

// readList reads the servers of one object.
func (r *mcpReader) readList(path string, list *jsonValue) {
	r.lists++
	if list.kind != '{' {
		r.wrong(path, list, "an object")
		return
	}
	if n := len(list.members); n > MaxServers {
		r.problems.add(r.at(list.at), path, "%d servers are configured, and at most %d are allowed", n, MaxServers)
		return
	}
	r.repeated(path, list)
	read := map[string]bool{}
	for _, m := range list.members {
		if !read[m.name] {
			read[m.name] = true
			r.readServer(path, m)
		}
	}
}

// readInputs records the inputs that an editor would prompt for.
func (r *mcpReader) readInputs(path string, v *jsonValue) {
	if v == nil {
		return
	}
	if v.kind != '[' {
		r.wrong(path, v, "a list")
		return
	}
	for i, item := range v.items {
		id, description := item.get("id"), item.get("description")
		if id == nil || id.kind != '"' {
			r.wrong(indexed(path, i), item, "an object with an id")
			continue
		}
		r.editor.inputs[id.text] = ""
		if description != nil {
			r.editor.inputs[id.text] = description.text
		}
	}
}

func (r *mcpReader) at(p place) position { return position{r.file, p.line, p.column} }

func (r *mcpReader) wrong(path string, v *jsonValue, want string) {
	r.problems.add(r.at(v.at), path, "must be %s", want)
}

// repeated reports duplicate keys of an object, because parsers differ in which value they use.
func (r *mcpReader) repeated(path string, v *jsonValue) { r.repeatedHere(path, v) }

// repeatedHere reports duplicates of the given keys, or of all keys if none is given. In an editor's settings
// file, other keys are not checked.
func (r *mcpReader) repeatedHere(path string, v *jsonValue, keys ...string) {
	seen := map[string]bool{}
	for _, m := range v.members {
		if seen[m.name] && (len(keys) == 0 || slices.Contains(keys, m.name)) {
			r.problems.add(r.at(m.at), join(path, m.name), "duplicate key")
		}
		seen[m.name] = true
	}
}
