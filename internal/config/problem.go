package config

import (
	"fmt"
	"slices"
	"strings"
)

// Severity says what a problem keeps from happening.
type Severity int

const (
	// SeverityError is wrong: the service does not start with it, unless it stands
	// in a file of a folder, which is then left out.
	SeverityError Severity = iota
	// SeverityWarning is odd, and the service starts.
	SeverityWarning
)

// String gives error or warning.
func (s Severity) String() string {
	if s == SeverityWarning {
		return "warning"
	}
	return "error"
}

// Problem is one thing that is wrong, and where.
type Problem struct {
	Severity Severity
	// File as the operator named it; empty for flags and variables, which Field
	// then names.
	File string
	// Line and Column in File, from 1, the column in characters; 0 when the whole
	// file or line is meant.
	Line, Column int
	// Field is the path of the setting as its file has it, such as
	// mcpServers.github.args[1].
	Field string
	// Message says what is wrong with it.
	Message string
}

// Place gives file:line:column as far as they are known.
func (p Problem) Place() string {
	return position{file: p.File, line: p.Line, column: p.Column}.text()
}

// String gives file:line:column: field: message, without what is not known.
func (p Problem) String() string {
	var parts []string
	for _, part := range []string{p.Place(), p.Field, p.Message} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ": ")
}

// Error holds everything that is wrong with a configuration, one problem or more.
type Error struct {
	Problems []Problem
}

// Error gives one line per problem.
func (e *Error) Error() string { return strings.Join(texts(e.Problems), "\n") }

// Warnings gives one line per notice.
func (c *Config) Warnings() []string { return texts(c.Notices) }

func texts(list []Problem) []string {
	lines := make([]string, len(list))
	for i, p := range list {
		lines[i] = p.String()
	}
	return lines
}

// problems collects what is wrong. The zero value is ready.
type problems struct {
	list []Problem
	told map[Problem]bool // those in list
}

func (p *problems) add(at position, field, format string, args ...any) {
	p.put(at.problem(SeverityError, field, fmt.Sprintf(format, args...)))
}

func (p *problems) warn(at position, field, format string, args ...any) {
	p.put(at.problem(SeverityWarning, field, fmt.Sprintf(format, args...)))
}

// put adds problems that are not there yet.
func (p *problems) put(list ...Problem) {
	for _, problem := range list {
		if p.told[problem] {
			continue
		}
		if p.told == nil {
			p.told = map[Problem]bool{}
		}
		p.told[problem] = true
		p.list = append(p.list, problem)
	}
}

// maxProblems of one file are told one by one: more help nobody, and would keep a
// service's status from being sent.
const maxProblems = 100

// first returns the problems of one file that are told.
func (p *problems) first() []Problem {
	if len(p.list) <= maxProblems {
		return p.list
	}
	next := p.list[maxProblems]
	more := position{file: next.File}.problem(next.Severity, "", fmt.Sprintf("and %d more", len(p.list)-maxProblems))
	return append(slices.Clone(p.list[:maxProblems]), more)
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
	file         string
	line, column int
}

func (p position) problem(severity Severity, field, message string) Problem {
	return Problem{Severity: severity, File: p.file, Line: p.line, Column: p.column, Field: field, Message: message}
}

// text names a position for a message.
func (p position) text() string {
	switch {
	case p.line == 0:
		return p.file
	case p.column == 0:
		return fmt.Sprintf("%s:%d", p.file, p.line)
	}
	return fmt.Sprintf("%s:%d:%d", p.file, p.line, p.column)
}

// origin is where a setting was made, and what it is called there.
type origin struct {
	position
	// field is its path in the file; empty: the one of our own YAML.
	field string
}

// origins remembers where settings were made, by the field paths of our own YAML,
// so that a check that comes later can still name the place.
type origins map[string]origin

// of returns where a field was set, or where the nearest field around it was, and
// the field's path there.
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
