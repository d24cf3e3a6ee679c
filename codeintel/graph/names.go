package graph

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// name is an interned string: names are compared far more often than read.
type name int32

// names interns strings. It copies them, because strings in facts may be substrings of a
// source text and would keep the whole text in memory.
type names struct {
	ids   map[string]name
	texts []string
}

func newNames() names { return names{ids: map[string]name{}} }

func (ns *names) intern(text string) name {
	id, ok := ns.ids[text]
	if !ok {
		text = strings.Clone(text)
		id = name(len(ns.texts))
		ns.texts = append(ns.texts, text)
		ns.ids[text] = id
	}
	return id
}

// text returns the interned copy of a string, so that equal strings share memory.
func (ns *names) text(s string) string { return ns.texts[ns.intern(s)] }

// use is a name that a file mentions, and the roles it has there.
type use struct {
	name name
	role facts.Role
}

// alias records that a file may refer to the element called `of` by the name `name`.
type alias struct{ of, name name }
