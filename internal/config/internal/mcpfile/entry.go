package mcpfile

import (
	"errors"

	"github.com/coderef-system/coderefd/internal/config/internal/expand"
	"github.com/coderef-system/coderefd/internal/config/internal/jsontree"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
)

// entry is one server of another client's file during reading.
type entry struct {
	*reader
	path   string
	member jsontree.Member
	server Server
	// kind is the transport in the client's terms, kindKey the key that sets it.
	kind    string
	kindKey jsontree.Member
	// remote is the key that contains a URL; empty if there is none.
	remote  string
	envFile *jsontree.Value
	// bad are errors and odd are warnings; both are ignored if the entry is left out. refusals are the
	// reasons for leaving it out.
	bad, odd, refusals problem.List
	unknown            []string
}

// flag returns a boolean of the entry.
func (e *entry) flag(key string, otherwise bool) bool {
	switch v := e.member.Value.Get(key); {
	case v == nil, v.Kind == 'n':
		return otherwise
	case v.Kind != 't' && v.Kind != 'f':
		e.wrong(problem.Join(e.path, key), v, "true or false")
		return otherwise
	default:
		return v.Kind == 't'
	}
}

// has reports whether a key is set. Some clients write null for unset keys.
func (e *entry) has(key string) bool {
	v := e.member.Value.Get(key)
	return v != nil && v.Kind != 'n'
}

// text reads a string and expands ${…} in it.
func (e *entry) text(path string, v *jsontree.Value) string {
	if v.Kind != '"' {
		e.bad.Add(e.at(v.At), path, "must be a string")
		return ""
	}
	text, errs := expand.Text(v.Text, e.editor.substitute)
	for _, err := range errs {
		var refused *refusal
		if errors.As(err, &refused) {
			e.refusals.Add(e.at(v.At), path, "%v", err)
		} else {
			e.bad.Add(e.at(v.At), path, "%v", err)
		}
	}
	return text
}

func (e *entry) list(path string, v *jsontree.Value) []string {
	if v.Kind != '[' {
		e.bad.Add(e.at(v.At), path, "must be a list of strings")
		return nil
	}
	items := make([]string, len(v.Items))
	for i, item := range v.Items {
		items[i] = e.text(problem.Indexed(path, i), item)
	}
	return items
}

// variables reads an object of strings. VS Code also allows numbers, and null for a variable that must not be
// set. A clean environment does not contain such a variable anyway.
func (e *entry) variables(path string, v *jsontree.Value) map[string]string {
	if v.Kind != '{' {
		e.bad.Add(e.at(v.At), path, "must be an object of strings")
		return nil
	}
	e.repeated(path, v)
	values := map[string]string{}
	for _, m := range v.Members {
		switch m.Value.Kind {
		case '0':
			values[m.Name] = m.Value.Text
		case 'n':
		default:
			values[m.Name] = e.text(problem.Join(path, m.Name), m.Value)
		}
	}
	return values
}

// unknownKey warns about a key, once per file.
func (e *entry) unknownKey(path string, f jsontree.Member) {
	e.unknown = append(e.unknown, f.Name)
	if !e.warned[f.Name] {
		e.warned[f.Name] = true
		e.odd.Warn(e.at(f.At), path, "unknown key has no effect")
	}
}
