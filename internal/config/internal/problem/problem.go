package problem

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

func newProblem(at Position, severity Severity, field, message string) Problem {
	return Problem{
		Severity: severity, File: at.File, Line: at.Line, Column: at.Column, Field: field, Message: message,
	}
}

// Place returns file:line:column, without unknown parts.
func (p Problem) Place() string {
	return Position{File: p.File, Line: p.Line, Column: p.Column}.Text()
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
func (e *Error) Error() string { return strings.Join(Lines(e.Problems), "\n") }

// Lines returns one line per problem.
func Lines(list []Problem) []string {
	lines := make([]string, len(list))
	for i, p := range list {
		lines[i] = p.String()
	}
	return lines
}

// List collects problems. The zero value is ready to use.
type List struct {
	list []Problem
	seen map[Problem]bool // the problems in list
}

// Add adds an error.
func (p *List) Add(at Position, field, format string, args ...any) {
	p.Put(newProblem(at, SeverityError, field, fmt.Sprintf(format, args...)))
}

// Warn adds a warning.
func (p *List) Warn(at Position, field, format string, args ...any) {
	p.Put(newProblem(at, SeverityWarning, field, fmt.Sprintf(format, args...)))
}

// All returns the problems in the order in which they were added. The caller must not change them.
func (p *List) All() []Problem { return p.list }

// Put adds problems that are not in the list.
func (p *List) Put(list ...Problem) {
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

// First returns the reported problems of one file.
func (p *List) First() []Problem {
	if len(p.list) <= maxProblems {
		return p.list
	}
	next := p.list[maxProblems]
	more := newProblem(
		Position{File: next.File}, next.Severity, "", fmt.Sprintf("and %d more", len(p.list)-maxProblems),
	)
	return append(slices.Clone(p.list[:maxProblems]), more)
}

// Err returns the collected problems in one [*Error], or nil.
func (p *List) Err() error {
	if len(p.list) == 0 {
		return nil
	}
	return &Error{Problems: p.list}
}
