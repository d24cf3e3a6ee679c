package config

import (
	"fmt"
	"slices"
	"strings"
)

// Severity is the effect of a problem.
type Severity int

const (
	// SeverityError prevents the start of the service. In a file of a folder, it only excludes that file.
	SeverityError Severity = iota
	// SeverityWarning does not prevent the start of the service.
	SeverityWarning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == SeverityWarning {
		return "warning"
	}
	return "error"
}

// Problem is one problem of the configuration and its position.
type Problem struct {
	Severity Severity
	// File is the path as the operator wrote it. It is empty for flags and variables, which Field names
	// instead.
	File string
	// Line and Column are the position in File, from 1; the column counts characters. They are 0 if the
	// problem concerns the whole file or line.
	Line, Column int
	// Field is the path of the setting in its file, such as mcpServers.github.args[1].
	Field string
	// Message describes the problem.
	Message string
}

// Place returns file:line:column, without unknown parts.
func (p Problem) Place() string {
	return position{file: p.File, line: p.Line, column: p.Column}.text()
}

// String returns file:line:column: field: message, without unknown parts.
func (p Problem) String() string {
	var parts []string
	for _, part := range []string{p.Place(), p.Field, p.Message} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ": ")
}

// Error contains the problems of a configuration, at least one.
type Error struct {
	Problems []Problem
}

// Error returns one line per problem.
func (e *Error) Error() string { return strings.Join(texts(e.Problems), "\n") }

// Warnings returns one line per notice.
func (c *Config) Warnings() []string { return texts(c.Notices) }

func texts(list []Problem) []string {
	lines := make([]string, len(list))
	for i, p := range list {
		lines[i] = p.String()
	}
	return lines
}

// problems collects problems. The zero value is ready to use.
type problems struct {
	list []Problem
	seen map[Problem]bool // the problems in list
}

func (p *problems) add(at position, field, format string, args ...any) {
	p.put(at.problem(SeverityError, field, fmt.Sprintf(format, args...)))
}

func (p *problems) warn(at position, field, format string, args ...any) {
	p.put(at.problem(SeverityWarning, field, fmt.Sprintf(format, args...)))
}

// put adds problems that are not in the list.
func (p *problems) put(list ...Problem) {
	for _, problem := range list {
		if p.seen[problem] {
			continue
		}
		if p.seen == nil {
			p.seen = map[Problem]bool{}
		}
		p.seen[problem] = true
		p.list = append(p.list, problem)
	}
}

// maxProblems is the number of problems of one file that are reported one by one. More would not help, and
// would make the status of the service too large.
const maxProblems = 100

// first returns the reported problems of one file.
func (p *problems) first() []Problem {
	if len(p.list) <= maxProblems {
		return p.list
	}
	next := p.list[maxProblems]
	more := position{file: next.File}.problem(next.Severity, "", fmt.Sprintf("and %d more", len(p.list)-maxProblems))
	return append(slices.Clone(p.list[:maxProblems]), more)
}

// err returns the collected problems, or nil.
func (p *problems) err() error {
	if len(p.list) == 0 {
		return nil
	}
	return &Error{Problems: p.list}
}

// position is the place of a setting.
type position struct {
	file         string
	line, column int
}

func (p position) problem(severity Severity, field, message string) Problem {
	return Problem{Severity: severity, File: p.file, Line: p.line, Column: p.column, Field: field, Message: message}
}

// text describes a position for a message.
func (p position) text() string {
	switch {
	case p.line == 0:
		return p.file
	case p.column == 0:
		return fmt.Sprintf("%s:%d", p.file, p.line)
	}
	return fmt.Sprintf("%s:%d:%d", p.file, p.line, p.column)
}

// origin is the place of a setting, and its name there.
type origin struct {
	position
	// field is the path in the file; empty if it is the path in coderefd's own YAML.
	field string
}

// origins maps the field paths of coderefd's own YAML to the places of the settings, so that later checks can
// report them.
type origins map[string]origin

// of returns the place of a field, or of the nearest enclosing field with a known place. It also returns the
// field's path there.
func (o origins) of(field string) origin {
	for near := field; ; {
		if at, ok := o[near]; ok {
			if at.field != "" {
				at.field += strings.TrimPrefix(field, near)
			} else {
				at.field = field
			}
			return at
		}
		cut := strings.LastIndexAny(near, ".[")
		if cut < 0 {
			return origin{field: field}
		}
		near = near[:cut]
	}
}
