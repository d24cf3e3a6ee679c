package config

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// mcpEntry is one server of another client's file during reading.
type mcpEntry struct {
	*mcpReader
	path   string
	member jsonMember
	server Server
	// kind is the transport in the client's terms, kindKey the key that sets it.
	kind    string
	kindKey jsonMember
	// remote is the key that contains a URL; empty if there is none.
	remote  string
	envFile *jsonValue
	// bad are errors and odd are warnings; both are ignored if the entry is left out. refusals are the
	// reasons for leaving it out.
	bad, odd, refusals problems
	unknown            []string
}

// readServer reads one entry.
func (r *mcpReader) readServer(path string, m jsonMember) {
	e := &mcpEntry{
		mcpReader: r,
		path:      join(path, m.name),
		member:    m,
		kind:      "stdio",
		server:    DefaultServer(ownName(m.name)),
	}
	e.server.Dir = r.editor.folder
	if m.value.kind != '{' {
		r.wrong(e.path, m.value, "an object")
		return
	}
	r.repeated(e.path, m.value)
	if e.disabled() {
		r.notices.warn(r.at(m.at), e.path, "server is disabled and is left out")
		return
	}
	for _, f := range m.value.members {
		e.field(f)
	}
	e.readEnvFile()
	e.check()
	switch {
	case len(e.refusals.list) > 0:
		for _, p := range e.refusals.list {
			r.notices.warn(position{p.File, p.Line, p.Column}, p.Field, "%s; the server is left out", p.Message)
		}
	case len(e.bad.list) > 0:
		r.problems.put(e.bad.list...)
	default:
		e.keep()
	}
}

// ownName converts a name of another client, which may contain any characters, to a valid name.
func ownName(name string) string {
	return strings.Trim(regexp.MustCompile(`[^A-Za-z0-9_.-]+`).ReplaceAllString(name, "-"), "-")
}

// keep adds the server and records the places of its settings.
func (e *mcpEntry) keep() {
	field := serverField(e.server.Name)
	if first, ok := e.origins[field]; ok {
		e.problems.add(
			e.at(e.member.at), e.path, "a server named %s is already configured in %s", e.server.Name, first.text(),
		)
		return
	}
	e.notices.put(e.odd.list...)
	if name := e.server.Name; name != e.member.name {
		e.notices.warn(
			e.at(e.member.at), e.path, "server is named %s here, because names consist of A-Z a-z 0-9 _ . -", name,
		)
	}
	e.origins[field] = origin{e.at(e.member.at), e.path}
	for _, f := range e.member.value.members {
		e.origins[join(field, f.name)] = origin{e.at(f.at), join(e.path, f.name)}
		for i, item := range f.value.items {
			e.origins[indexed(join(field, f.name), i)] = origin{e.at(item.at), indexed(join(e.path, f.name), i)}
		}
		for _, m := range f.value.members {
			e.origins[join(join(field, f.name), m.name)] = origin{e.at(m.at), join(join(e.path, f.name), m.name)}
		}
	}
	e.servers = append(e.servers, e.server)
}

// disabled is checked first, because the requirements of a disabled server, such as the variables that it
// names, need not be met.
func (e *mcpEntry) disabled() bool {
	disabled := e.flag("disabled", false)
	return !e.flag("enabled", true) || disabled
}

// flag returns a boolean of the entry.
func (e *mcpEntry) flag(key string, otherwise bool) bool {
	switch v := e.member.value.get(key); {
	case v == nil, v.kind == 'n':
		return otherwise
	case v.kind != 't' && v.kind != 'f':
		e.wrong(join(e.path, key), v, "true or false")
		return otherwise
	default:
		return v.kind == 't'
	}
}

// has reports whether a key is set. Some clients write null for unset keys.
func (e *mcpEntry) has(key string) bool {
	v := e.member.value.get(key)
	return v != nil && v.kind != 'n'
}

// check decides whether the service can run an entry.
func (e *mcpEntry) check() {
	e.checkKind()
	if e.server.Name == "" {
		e.bad.add(
			e.at(e.member.at), e.path, "the name of a server must be 1 to 128 characters of A-Z a-z 0-9 _ . -, not %q",
			e.member.name,
		)
	}
}

// text reads a string and expands ${…} in it.
func (e *mcpEntry) text(path string, v *jsonValue) string {
	if v.kind != '"' {
		e.bad.add(e.at(v.at), path, "must be a string")
		return ""
	}
	text, errs := expand(v.text, e.editor.substitute)
	for _, err := range errs {
		var refused *refusal
		if errors.As(err, &refused) {
			e.refusals.add(e.at(v.at), path, "%v", err)
		} else {
			e.bad.add(e.at(v.at), path, "%v", err)
		}
	}
	return text
}

func (e *mcpEntry) list(path string, v *jsonValue) []string {
	if v.kind != '[' {
		e.bad.add(e.at(v.at), path, "must be a list of strings")
		return nil
	}
	items := make([]string, len(v.items))
	for i, item := range v.items {
		items[i] = e.text(indexed(path, i), item)
	}
	return items
}

// variables reads an object of strings. VS Code also allows numbers, and null for a variable that must not be
// set. A clean environment does not contain such a variable anyway.
func (e *mcpEntry) variables(path string, v *jsonValue) map[string]string {
	if v.kind != '{' {
		e.bad.add(e.at(v.at), path, "must be an object of strings")
		return nil
	}
	e.repeated(path, v)
	values := map[string]string{}
	for _, m := range v.members {
		switch m.value.kind {
		case '0':
			values[m.name] = m.value.text
		case 'n':
		default:
			values[m.name] = e.text(join(path, m.name), m.value)
		}
	}
	return values
}

// readEnvFile adds the variables of envFile that env does not set.
func (e *mcpEntry) readEnvFile() {
	if e.envFile == nil {
		return
	}
	path := join(e.path, "envFile")
	name := e.text(path, e.envFile)
	if name == "" || len(e.refusals.list) > 0 {
		return
	}
	file := inFolder(e.editor.workspace, name)
	data, err := readLimited(file)
	if err != nil {
		e.bad.unreadable(mcpConfigRef{path: file, field: path, at: e.at(e.envFile.at)}, err)
		return
	}
	values, bad := parseEnvFile(data)
	for _, line := range bad {
		e.bad.add(position{file: file, line: line.line}, "", "%s", line.message)
	}
	for name, value := range e.server.Env {
		values[name] = value
	}
	e.server.Env = values
}

func indexed(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }
