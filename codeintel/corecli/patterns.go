package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// Patterns are what the program calls patterns.
type Patterns struct {
	Summary  []PatternCount // most used first
	Places   []PatternPlace // by type, name and file
	Warnings []string
	// Reports tells whether the program looks for a type of patterns at all.
	Reports func(kind string) bool
}

// PatternCount counts the places of a pattern.
type PatternCount struct {
	Type  string `json:"type"`
	Name  string `json:"name"`
	Count int    `json:"count"`
	Files int    `json:"files"`
}

// PatternPlace is a file with a pattern.
type PatternPlace struct {
	Type   string `json:"type"`
	Name   string `json:"name"`
	File   string `json:"file,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// The types of patterns that the program's own answers are about.
const (
	testPattern    = "test"
	testGapPattern = "test_gap"
)

// Patterns asks for the patterns of a project, of all types.
func (c *CLI) Patterns(ctx context.Context, root string) (*Patterns, error) {
	var found *Patterns
	err := c.json(ctx, contextAsk(root, defaultLanguages()), func(raw json.RawMessage) (err error) {
		found, err = project(root).patterns(raw)
		return err
	})
	return found, err
}

func (p project) patterns(raw json.RawMessage) (*Patterns, error) {
	o, ok := contextObject(raw)
	if !ok {
		return nil, errShape
	}
	found := &Patterns{Summary: []PatternCount{}, Places: []PatternPlace{}}
	tests, hasTests := o.get("testPatterns")
	if !hasTests {
		tests, hasTests = o.object("phases").get("testPatterns")
	}
	list, listed := o.list("patterns")
	gaps, hasGaps := o.texts("testGaps")
	if !hasTests && !listed && !hasGaps {
		return nil, failure(Failed, "use the native engine", "the coderef CLI told of no patterns")
	}
	found.Reports = func(kind string) bool {
		return listed || kind == testPattern && hasTests || kind == testGapPattern && hasGaps
	}
	for name, pattern := range membersOf(tests) {
		if !found.test(p, name, pattern) {
			return nil, errShape
		}
	}
	for _, item := range list {
		if !found.listed(p, item) {
			return nil, errShape
		}
	}
	for _, gap := range gaps {
		file := p.target(gap).File
		if path.Ext(gap) != "" && file == "" {
			file = p.relative(gap)
		}
		found.Summary = append(found.Summary, PatternCount{testGapPattern, gap, 1, 1})
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

// test reads a pattern of tests: its files and uses, or how many there are.
func (f *Patterns) test(p project, name string, raw json.RawMessage) bool {
	var n float64
	if json.Unmarshal(raw, &n) == nil {
		if n == float64(int(n)) && n >= 0 && fold(name) != "patterns" && fold(name) != "coverage" {
			f.Summary = append(f.Summary, PatternCount{testPattern, name, int(n), 0})
		}
		return true // the others are totals
	}
	o, ok := objectOf(raw)
	if !ok {
		return textOf(raw) != ""
	}
	files, _ := o.texts("files")
	uses, told := o.count("usage", "count")
	if !told {
		uses = len(files)
	}
	f.Summary = append(f.Summary, PatternCount{testPattern, name, uses, len(files)})
	f.places(p, testPattern, name, o.text("description"), files)
	return true
}

// listed reads an entry of a list of patterns.
func (f *Patterns) listed(p project, raw json.RawMessage) bool {
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
	uses, told := o.count("count", "usage", "occurrences")
	if !told {
		uses = count
	}
	f.Summary = append(f.Summary, PatternCount{kind, name, uses, count})
	f.places(p, kind, name, o.text("description"), files)
	return true
}

func (f *Patterns) places(p project, kind, name, detail string, files []string) {
	for _, file := range files {
		if inside := p.relative(file); inside != "" {
			f.Places = append(f.Places, PatternPlace{kind, name, inside, detail})
		}
	}
}
