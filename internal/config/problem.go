package config

import (
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong, and where.
type Problem struct {
	// File as the operator named it; empty for flags and variables, which Field
	// then names.
	File string
	// Line in File, from 1; 0 when the whole file is meant.
	Line int
	// Field is the path of the setting, such as servers.github.args[1].
	Field string
	// Message says what is wrong with it.
	Message string
}

// String gives file:line: field: message, without what is not known.
func (p Problem) String() string {
	var b strings.Builder
	switch {
	case p.File != "" && p.Line > 0:
		fmt.Fprintf(&b, "%s:%d: ", p.File, p.Line)
	case p.File != "":
		fmt.Fprintf(&b, "%s: ", p.File)
	}
	if p.Field != "" {
		fmt.Fprintf(&b, "%s: ", p.Field)
	}
	b.WriteString(p.Message)
	return b.String()
}

// Error holds everything that is wrong with a configuration, one problem or more.
type Error struct {
	Problems []Problem
}

// Error gives one line per problem.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// problems collects what is wrong. The zero value is ready.
type problems struct {
	list []Problem
}

func (p *problems) add(at position, field, format string, args ...any) {
	problem := Problem{File: at.file, Line: at.line, Field: field, Message: fmt.Sprintf(format, args...)}
	if !slices.Contains(p.list, problem) {
		p.list = append(p.list, problem)
	}
}

// err returns what was collected, or nil.
func (p *problems) err() error {
	if len(p.list) == 0 {
		return nil
	}
	return &Error{Problems: p.list}
}

// position is where a setting was made.
type position struct {
	file string
	line int
}

// origins remembers where settings were made, by field path, so that a check
// that comes later can still name the line.
type origins map[string]position

// of returns where a field was set, or where the nearest field around it was.
func (o origins) of(field string) position {
	for {
		if at, ok := o[field]; ok {
			return at
		}
		cut := strings.LastIndexAny(field, ".[")
		if cut < 0 {
			return position{}
		}
		field = field[:cut]
	}
}
