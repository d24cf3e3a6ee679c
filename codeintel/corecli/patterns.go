package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// Patterns are the patterns that the program finds.
type Patterns struct {
	Summary  []PatternCount // the most frequent first
	Places   []PatternPlace // by type, name and file
	Warnings []string
	// Reports reports whether the program looks for patterns of a type.
	Reports func(kind string) bool
}

// PatternCount counts the places of a pattern.
type PatternCount struct {
	Type  string `json:"type"`
	Name  string `json:"name"`
	Count int    `json:"count"`
	Files int    `json:"files"` // 0 if unknown
}

// PatternPlace is a file that contains a pattern.
type PatternPlace struct {
	Type   string `json:"type"`
	Name   string `json:"name"`
	File   string `json:"file,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// The types of patterns for which the program has separate lists.
const (
	testPattern    = "test"
	testGapPattern = "test_gap"
)

// Patterns finds the patterns of all types in a project. Errors of the program are [Error].
func (c *CLI) Patterns(ctx context.Context, root string) (*Patterns, error) {
	var found *Patterns
	err := c.runJSON(ctx, contextInvocation(root, defaultLanguages()), func(raw json.RawMessage) (err error) {
		found, err = project(root).patterns(raw)
		return err
	})
	return found, err
}

func (p project) patterns(raw json.RawMessage) (*Patterns, error) {
	o, ok := contextObject(raw)
	if !ok {
		return nil, errFormat
	}
	found := &Patterns{Summary: []PatternCount{}, Places: []PatternPlace{}}
	tests, hasTests := o.get("testPatterns")
	if !hasTests {
		tests, hasTests = o.object("phases").get("testPatterns")
	}
	list, listed := o.list("patterns")
	gaps, hasGaps := o.texts("testGaps")
	if !hasTests && !listed && !hasGaps {
		return nil, failure(Failed, "use the native engine", "the coderef CLI reported no patterns")
	}
	found.Reports = func(kind string) bool {
		return listed || kind == testPattern && hasTests || kind == testGapPattern && hasGaps
	}
	for name, pattern := range membersOf(tests) {
		if !found.readTest(p, name, pattern) {
			return nil, errFormat
		}
	}
	for _, item := range list {
		if !found.readListed(p, item) {
			return nil, errFormat
		}
	}
	for _, gap := range gaps {
		file := p.target(gap).File
		if path.Ext(gap) != "" && file == "" {
			file = p.relative(gap)
		}
		found.Summary = append(found.Summary, PatternCount{Type: testGapPattern, Name: gap, Count: 1, Files: 1})
		found.Places = append(found.Places, PatternPlace{Type: testGapPattern, Name: gap, File: file})
	}
	slices.SortFunc(found.Summary, func(a, b PatternCount) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name))
	})
	slices.SortFunc(found.Places, func(a, b PatternPlace) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File))
	})
	return found, nil
}

// readTest reads a test pattern: an object with its files and uses, or the number of uses.
// It returns false for an unknown format.
func (f *Patterns) readTest(p project, name string, raw json.RawMessage) bool {
	var n float64
	if json.Unmarshal(raw, &n) == nil {
		if n == float64(int(n)) && n >= 0 && fold(name) != "patterns" && fold(name) != "coverage" {
			f.Summary = append(f.Summary, PatternCount{Type: testPattern, Name: name, Count: int(n)})
		}
		return true // other numbers are totals
	}
	o, ok := objectOf(raw)
	if !ok {
		return textOf(raw) != ""
	}
	files, _ := o.texts("files")
	uses, ok := o.count("usage", "count")
	if !ok {
		uses = len(files)
	}
	f.Summary = append(f.Summary, PatternCount{Type: testPattern, Name: name, Count: uses, Files: len(files)})
	f.addPlaces(p, testPattern, name, o.text("description"), files)
	return true
}

// readListed reads an item of a list of patterns. It returns false for an unknown format.
func (f *Patterns) readListed(p project, raw json.RawMessage) bool {
	o, ok := objectOf(raw)
	if !ok {
		return false
	}
	kind := strings.ToLower(o.text("type", "kind", "pattern"))
	name := cmp.Or(o.text("name"), kind)
	if kind == "" && name == "" {
		return false
	}
	files, isList := o.texts("files", "locations")
	if file := o.text("file"); file != "" {
		files, isList = append(files, file), true
	}
	count := len(files)
	if !isList {
		count, _ = o.count("files")
	}
	uses, ok := o.count("count", "usage", "occurrences")
	if !ok {
		uses = count
	}
	f.Summary = append(f.Summary, PatternCount{Type: kind, Name: name, Count: uses, Files: count})
	f.addPlaces(p, kind, name, o.text("description"), files)
	return true
}

// addPlaces adds the places in the project. It ignores other files.
func (f *Patterns) addPlaces(p project, kind, name, detail string, files []string) {
	for _, file := range files {
		if inside := p.relative(file); inside != "" {
			f.Places = append(f.Places, PatternPlace{Type: kind, Name: name, File: inside, Detail: detail})
		}
	}
}
