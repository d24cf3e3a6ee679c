package problem

import (
	"fmt"
	"strings"
)

// Position is the place of a setting: a file, or the flag or variable that sets it, and a line and a column from
// 1. An unknown part is empty or 0.
type Position struct {
	File         string
	Line, Column int
}

// Text describes a position for a message.
func (p Position) Text() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Origin is the place of a setting, and its name there.
type Origin struct {
	Position
	// Field is the path in the file; empty if it is the path in coderefd's own YAML.
	Field string
}

// Origins maps the field paths of coderefd's own YAML to the places of the settings, so that later checks can
// report them.
type Origins map[string]Origin

// Of returns the place of a field, or of the nearest enclosing field with a known place. It also returns the
// field's path there.
func (o Origins) Of(field string) Origin {
	for near := field; ; {
		if at, ok := o[near]; ok {
			if at.Field != "" {
				at.Field += strings.TrimPrefix(field, near)
			} else {
				at.Field = field
			}
			return at
		}
		cut := strings.LastIndexAny(near, ".[")
		if cut < 0 {
			return Origin{Field: field}
		}
		near = near[:cut]
	}
}
