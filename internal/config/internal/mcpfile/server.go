package mcpfile

import (
	"regexp"
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/jsontree"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/internal/config/internal/source"
)

// readServer reads one entry.
func (r *reader) readServer(path string, m jsontree.Member) {
	e := &entry{
		reader: r,
		path:   problem.Join(path, m.Name),
		member: m,
		kind:   "stdio",
		server: Server{Name: ownName(m.Name)},
	}
	e.server.Dir = r.editor.folder
	if m.Value.Kind != '{' {
		r.wrong(e.path, m.Value, "an object")
		return
	}
	r.repeated(e.path, m.Value)
	if e.disabled() {
		r.notices.Warn(r.at(m.At), e.path, "server is disabled and is left out")
		return
	}
	for _, f := range m.Value.Members {
		e.field(f)
	}
	e.readEnvFile()
	e.check()
	switch {
	case len(e.refusals.All()) > 0:
		for _, p := range e.refusals.All() {
			at := problem.Position{File: p.File, Line: p.Line, Column: p.Column}
			r.notices.Warn(at, p.Field, "%s; the server is left out", p.Message)
		}
	case len(e.bad.All()) > 0:
		r.problems.Put(e.bad.All()...)
	default:
		e.keep()
	}
}

// ownName converts a name of another client, which may contain any characters, to a valid name.
func ownName(name string) string {
	return strings.Trim(regexp.MustCompile(`[^A-Za-z0-9_.-]+`).ReplaceAllString(name, "-"), "-")
}

// keep adds the server and records the places of its settings.
func (e *entry) keep() {
	field := problem.Server(e.server.Name)
	if first, ok := e.origins[field]; ok {
		e.problems.Add(
			e.at(e.member.At), e.path, "a server named %s is already configured in %s", e.server.Name, first.Text(),
		)
		return
	}
	e.notices.Put(e.odd.All()...)
	if name := e.server.Name; name != e.member.Name {
		e.notices.Warn(
			e.at(e.member.At), e.path, "server is named %s here, because names consist of A-Z a-z 0-9 _ . -", name,
		)
	}
	e.origin(field, e.member.At, e.path)
	for _, f := range e.member.Value.Members {
		to, from := problem.Join(field, f.Name), problem.Join(e.path, f.Name)
		e.origin(to, f.At, from)
		for i, item := range f.Value.Items {
			e.origin(problem.Indexed(to, i), item.At, problem.Indexed(from, i))
		}
		for _, m := range f.Value.Members {
			e.origin(problem.Join(to, m.Name), m.At, problem.Join(from, m.Name))
		}
	}
	e.servers = append(e.servers, e.server)
}

// origin records the place of a setting of the server, and its path in the file.
func (e *entry) origin(field string, at jsontree.Place, path string) {
	e.origins[field] = problem.Origin{Position: e.at(at), Field: path}
}

// disabled is checked first, because the requirements of a disabled server, such as the variables that it
// names, need not be met.
func (e *entry) disabled() bool {
	disabled := e.flag("disabled", false)
	return !e.flag("enabled", true) || disabled
}

// check decides whether the service can run an entry.
func (e *entry) check() {
	e.checkKind()
	if e.server.Name == "" {
		e.bad.Add(
			e.at(e.member.At), e.path, "the name of a server must be 1 to 128 characters of A-Z a-z 0-9 _ . -, not %q",
			e.member.Name,
		)
	}
}

// readEnvFile adds the variables of envFile that env does not set.
func (e *entry) readEnvFile() {
	if e.envFile == nil {
		return
	}
	path := problem.Join(e.path, "envFile")
	name := e.text(path, e.envFile)
	if name == "" || len(e.refusals.All()) > 0 {
		return
	}
	file := source.InFolder(e.editor.workspace, name)
	data, err := source.Read(file)
	if err != nil {
		source.Ref{Path: file, Field: path, At: e.at(e.envFile.At)}.Unreadable(&e.bad, err)
		return
	}
	values, bad := parseEnvFile(data)
	for _, line := range bad {
		e.bad.Add(problem.Position{File: file, Line: line.line}, "", "%s", line.message)
	}
	for name, value := range e.server.Env {
		values[name] = value
	}
	e.server.Env = values
}
