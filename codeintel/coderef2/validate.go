package coderef2

import (
	"errors"
	"slices"
	"strings"
)

// Code identifies the kind of a problem.
type Code string

// The codes of problems.
const (
	CodeSyntax   Code = "SYNTAX"
	CodeType     Code = "UNKNOWN_TYPE"
	CodePath     Code = "PATH"
	CodeElement  Code = "ELEMENT"
	CodeMetadata Code = "METADATA"
)

// Problem is one violation of the grammar or vocabulary.
type Problem struct {
	Code     Code
	Offset   int // in bytes, from the start of the text
	Expected string
	Message  string
}

// Report is the result of [Validate].
type Report struct {
	Ref         Ref       // the parsed reference; empty after a syntax error
	Errors      []Problem // empty if the reference is valid
	Warnings    []Problem
	Suggestions []string // complete references that may have been intended, the most similar first
}

// Valid reports whether there are no errors.
func (r *Report) Valid() bool { return len(r.Errors) == 0 }

// Validate checks a text against the published grammar and vocabularies. It does not
// check whether the referenced element exists.
func Validate(s string) Report {
	var r Report
	ref, err := Parse(s)
	if err != nil {
		var syntax *SyntaxError
		errors.As(err, &syntax)
		r.Errors = []Problem{{CodeSyntax, syntax.Offset, syntax.Expected, syntax.Reason}}
		return r
	}
	r.Ref = ref
	r.checkType(s)
	r.checkPath(s)
	r.checkElement(s)
	for _, e := range ref.Metadata {
		r.checkEntry(s, e)
	}
	return r
}

// checkType suggests the most similar designator.
func (r *Report) checkType(s string) {
	if r.Ref.Type == "" || IsKnownType(r.Ref.Type) {
		return
	}
	r.Errors = append(r.Errors, Problem{
		CodeType, strings.IndexByte(s, '@') + 1, "a known type designator", "invalid type designator '" + r.Ref.Type + "'",
	})
	for _, known := range Similar(r.Ref.Type, KnownTypes(), minTypeSimilarity) {
		meant := r.Ref
		meant.Type = known
		r.Suggestions = append(r.Suggestions, meant.String())
	}
}

// minTypeSimilarity is the minimal similarity of a suggested designator. It is lower than the
// minimum for names, since designators are short.
const minTypeSimilarity = 0.5

// checkPath finds characters that must be escaped or encoded. Markers may contain any
// character.
func (r *Report) checkPath(s string) {
	if r.Ref.Type == "" {
		return
	}
	start := strings.IndexByte(s, '/') + 1
	_, length := cutPath(s[start:])
	for i := start; i < start+length; i++ {
		if s[i] == '\\' && i+1 < start+length && strings.IndexByte(`#:\/{}`, s[i+1]) >= 0 {
			i++
			continue
		}
		if legalPathByte(s[i]) || s[i] == '%' {
			continue
		}
		r.Errors = append(r.Errors, Problem{
			CodePath, i, "letters, digits, _ - . ~ / and %XX", "the path has a character that must be percent-encoded",
		})
		r.Suggestions = append(r.Suggestions, r.Ref.String())
		return
	}
}

// checkElement warns about characters of a name that [Ref.String] would encode.
func (r *Report) checkElement(s string) {
	start := strings.IndexByte(s, '/') + 1
	_, length := cutPath(s[start:])
	start += length + 1
	if r.Ref.Type == "" {
		start = strings.IndexByte(s, ':') + 1
	}
	if r.Ref.Element == "" || start >= len(s) {
		return
	}
	name := s[start:]
	if r.Ref.Type == "" {
		name = strings.TrimRight(name, asciiSpace+"}")
	} else if name = name[:elementEnd(name)]; r.Ref.Parameters != "" {
		name = strings.TrimSuffix(name, r.Ref.Parameters)
	}
	for i := range len(name) {
		if name[i] != '%' && !legalElementByte(name[i]) {
			r.Warnings = append(r.Warnings, Problem{
				CodeElement, start + i, "a name", "element " + quote(name) + " has an invalid character: " + quote(name[i:i+1]),
			})
			return
		}
	}
}

// checkEntry checks an entry against the published vocabularies. An entry of two words
// is valid if it is in either notation.
func (r *Report) checkEntry(s string, e Entry) {
	warn := func(expected, message string) {
		r.Warnings = append(r.Warnings, Problem{CodeMetadata, max(strings.LastIndex(s, e.Key), 0), expected, message})
	}
	if e.Category != "" && !IsKnownCategory(e.Category) {
		warn("a known category", "unknown metadata category '"+e.Category+"'")
	}
	older := e.Older()
	for _, word := range []struct {
		key   string
		known []string
	}{{"status", Statuses()}, {"scope", Scopes()}} {
		if older.Key == word.key && !slices.Contains(word.known, older.Value.Text) {
			warn(strings.Join(word.known, ", "), "unknown "+word.key+" '"+older.Value.Text+"'")
		}
	}
	if isTemporal(older.Key) && older.Value.Kind != Date {
		warn("YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ", older.Key+" is not a date: '"+older.Value.Text+"'")
	}
	if isRelation(older) && older.Value.Kind != String && older.Value.Kind != Reference {
		warn("a name or a reference", older.Key+" is neither a name nor a reference")
	}
}
