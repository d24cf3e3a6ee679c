package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mcpConfigRef is an mcpServers file that is to be read, and who asked for it.
type mcpConfigRef struct {
	path  string
	field string
	at    position
}

// mcpReader reads one mcpServers file, the format of Claude, Cursor and others:
//
//	{"mcpServers": {"github": {"command": "npx", "args": ["…"], "env": {"TOKEN": "${TOKEN}"}}}}
//
// Since each client has keys of its own there, unknown ones are warned of, not
// refused.
type mcpReader struct {
	file     string
	problems *problems
	origins  origins
	env      environment
	warnings []string
	servers  []Server
}

// read takes the servers of the file in their order.
func (r *mcpReader) read(data []byte) {
	root, err := parseJSON(data)
	if err != nil {
		r.problems.add(position{r.file, err.line}, "", "not JSON: %s", err.message)
		return
	}
	if root.kind != '{' {
		r.wrong("", root, "an object with the key mcpServers")
		return
	}
	r.repeated("", root)
	list := root.get("mcpServers")
	switch {
	case list == nil && root.get("servers") != nil:
		r.problems.add(r.at(root), "", "holds servers instead of mcpServers: this is the format of VS Code; rename the key")
	case list == nil:
		r.problems.add(r.at(root), "", "has no key mcpServers")
	case list.kind != '{':
		r.wrong("mcpServers", list, "an object")
	default:
		r.repeated("mcpServers", list)
		for i, m := range list.members {
			if first := slices.IndexFunc(list.members, m.sameName); first == i {
				r.server(m)
			}
		}
	}
}

// server reads one entry.
func (r *mcpReader) server(m jsonMember) {
	path := "mcpServers." + m.name
	r.origins[serverField(m.name)] = position{r.file, m.line}
	if m.value.kind != '{' {
		r.wrong(path, m.value, "an object")
		return
	}
	r.repeated(path, m.value)
	if r.disabled(path, m.value) {
		r.warn(m.line, path, "server is disabled and was left out")
		return
	}
	s := DefaultServer(m.name)
	kind, url := "stdio", ""
	var unknown []string
	for _, f := range m.value.members {
		at := path + "." + f.name
		switch f.name {
		case "type":
			r.text(at, f.value, &kind)
		case "command":
			r.expanded(at, f.value, &s.Command)
		case "args":
			s.Args = r.list(at, f.value)
		case "env":
			s.Env = r.texts(at, f.value)
		case "cwd":
			r.expanded(at, f.value, &s.Dir)
		case "url":
			r.text(at, f.value, &url)
		case "disabled": // read before
		case "headers": // for HTTP servers only, which are refused as a whole
		default:
			r.warn(f.line, at, "key is not known here and has no effect")
			unknown = append(unknown, strconv.Quote(f.name))
		}
	}
	r.check(path, m, s, kind, url, unknown)
}

// disabled is asked first: what a server would need that is not to run, such as
// the variables it names, need not be there.
func (r *mcpReader) disabled(path string, entry *jsonValue) bool {
	v := entry.get("disabled")
	if v != nil && v.kind != 't' && v.kind != 'f' {
		r.wrong(path+".disabled", v, "true or false")
	}
	return v != nil && v.kind == 't'
}

// check keeps an entry that can be run. The keys that are not known are named where
// one may be the missing one, mistyped: warnings are lost with a file that is
// refused.
func (r *mcpReader) check(path string, m jsonMember, s Server, kind, url string, unknown []string) {
	at := position{r.file, m.line}
	switch {
	case kind == "http" || kind == "sse" || kind == "streamable-http" || kind == "stdio" && s.Command == "" && url != "":
		r.problems.add(at, path, "server %q is reached over HTTP, which is not supported yet; "+
			"give a command that runs it over stdio, or set \"disabled\": true", m.name)
	case kind != "stdio":
		r.problems.add(at, path+".type", "unknown type %q; known: stdio", kind)
	case m.value.get("command") == nil:
		r.problems.add(at, path, "has no command%s", unknownKeys(unknown))
	case s.Command == "" && m.name == CodeIntelServer: // elsewhere, that means the default child
		r.problems.add(at, path+".command", "must not be empty")
	default:
		r.servers = append(r.servers, s)
	}
}

// unknownKeys lists keys in brackets, if there are any.
func unknownKeys(quoted []string) string {
	switch len(quoted) {
	case 0:
		return ""
	case 1:
		return " (unknown key " + quoted[0] + ")"
	}
	return " (unknown keys " + strings.Join(quoted, ", ") + ")"
}

func (r *mcpReader) at(v *jsonValue) position { return position{r.file, v.line} }

func (r *mcpReader) wrong(path string, v *jsonValue, want string) {
	r.problems.add(r.at(v), path, "must be %s", want)
}

func (r *mcpReader) warn(line int, path, message string) {
	r.warnings = append(r.warnings, Problem{File: r.file, Line: line, Field: path, Message: message}.String())
}

// repeated reports keys that an object has twice: readers differ on which holds.
func (r *mcpReader) repeated(path string, v *jsonValue) {
	seen := map[string]bool{}
	for _, m := range v.members {
		if seen[m.name] {
			r.problems.add(position{r.file, m.line}, join(path, m.name), "is set twice")
		}
		seen[m.name] = true
	}
}

func (r *mcpReader) text(path string, v *jsonValue, dst *string) {
	if v.kind != '"' {
		r.wrong(path, v, "a string")
		return
	}
	*dst = v.text
}

func (r *mcpReader) expanded(path string, v *jsonValue, dst *string) {
	r.text(path, v, dst)
	*dst = expandInto(r.problems, r.at(v), path, *dst, r.env)
}

func (r *mcpReader) list(path string, v *jsonValue) []string {
	if v.kind != '[' {
		r.wrong(path, v, "a list of strings")
		return nil
	}
	items := make([]string, len(v.items))
	for i, item := range v.items {
		r.expanded(indexed(path, i), item, &items[i])
	}
	return items
}

func (r *mcpReader) texts(path string, v *jsonValue) map[string]string {
	if v.kind != '{' {
		r.wrong(path, v, "an object of strings")
		return nil
	}
	r.repeated(path, v)
	values := map[string]string{}
	for _, m := range v.members {
		var s string
		r.expanded(path+"."+m.name, m.value, &s)
		values[m.name] = s
	}
	return values
}

func indexed(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

// beside resolves a path as seen from the folder of a file.
func beside(file, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}
