package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
)

// Coverage is the coverage that the program reports.
type Coverage struct {
	Overall  Ratio
	Files    []FileCoverage // by path
	Untested *int           // number of files without covered code; nil if unknown
	Warnings []string
}

// Ratio is the covered part of something. Values that the program does not report are nil.
type Ratio struct {
	Covered *int     `json:"covered,omitempty"`
	Total   *int     `json:"total,omitempty"`
	Ratio   *float64 `json:"ratio,omitempty"` // 0 to 1
}

// FileCoverage is the coverage of a file. Functions and Tested are nil if unknown.
type FileCoverage struct {
	File      string            `json:"file"`
	Functions *Ratio            `json:"functions,omitempty"`
	Tested    *bool             `json:"tested,omitempty"`
	Elements  []ElementCoverage `json:"elements,omitempty"`
}

// ElementCoverage is the coverage of an element.
type ElementCoverage struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Type    string   `json:"type,omitempty"`
	Line    int      `json:"line,omitempty"`
	Covered bool     `json:"covered"`
	Ratio   *float64 `json:"ratio,omitempty"` // 0 to 1
}

// Coverage returns the coverage of a project. Errors of the program are [Error].
func (c *CLI) Coverage(ctx context.Context, root string) (*Coverage, error) {
	var found *Coverage
	inv := &invocation{command: "coverage", dir: root, args: []string{"--format", "json"}}
	err := c.runJSON(ctx, inv, func(raw json.RawMessage) (err error) {
		found, err = project(root).coverage(raw)
		return err
	})
	return found, err
}

// coverage reads one of two formats: an overall ratio with ratios by file or module, or a
// ratio with a list of the uncovered elements.
func (p project) coverage(raw json.RawMessage) (*Coverage, error) {
	o, ok := objectOf(raw)
	if !ok {
		return nil, errFormat
	}
	if inner := o.object("coverage"); inner != nil {
		o = inner
	}
	found := &Coverage{}
	files := map[string]*FileCoverage{}
	untested, hasUntested := 0, false
	switch {
	case o.has("overall"):
		overall, ok := ratioOf(o["overall"], 1)
		if !ok || !p.byFile(membersOf(o["byfile"]), files) {
			return nil, errFormat
		}
		found.Overall = overall
		modules, _ := o.list("modules")
		for _, m := range modules {
			if !p.module(m, files) {
				return nil, errFormat
			}
		}
		if untested, hasUntested = o.countOrLen("untestedFiles"); !hasUntested {
			untested, hasUntested = untestedOf(files)
		}
	case o.has("functions") || o.has("uncovered"):
		share, ok := ratioOf(o["coverage"], 0)
		if functions, has := ratioOf(o["functions"], 100); has {
			share, ok = functions, true
		}
		if !ok || !p.uncovered(o, files) {
			return nil, errFormat
		}
		found.Overall = share
	default:
		return nil, errFormat
	}
	found.Files = []FileCoverage{}
	for _, f := range files {
		found.Files = append(found.Files, *f)
	}
	if hasUntested {
		found.Untested = &untested
	}
	slices.SortFunc(found.Files, func(a, b FileCoverage) int { return cmp.Compare(a.File, b.File) })
	return found, nil
}

// untestedOf counts the files without covered code. known is false if there are no files.
func untestedOf(files map[string]*FileCoverage) (n int, known bool) {
	for _, f := range files {
		if f.Tested != nil && !*f.Tested {
			n++
		}
	}
	return n, len(files) > 0
}

// byFile reads an object with a ratio for each file. It returns false for a value that is
// not a ratio.
func (p project) byFile(shares map[string]json.RawMessage, files map[string]*FileCoverage) bool {
	for name, raw := range shares {
		ratio, ok := ratioOf(raw, 1)
		if !ok {
			return false
		}
		p.setRatio(name, files, ratio)
	}
	return true
}

// setRatio sets the ratio of a file. It adds no file that lies outside the project.
func (p project) setRatio(name string, files map[string]*FileCoverage, ratio Ratio) *FileCoverage {
	path := p.relative(name)
	if path == "" {
		return &FileCoverage{}
	}
	tested := ratio.Ratio != nil && *ratio.Ratio > 0
	files[path] = &FileCoverage{File: path, Functions: &ratio, Tested: &tested}
	return files[path]
}

// module reads a module with its elements. It returns false for an unknown format.
func (p project) module(raw json.RawMessage, files map[string]*FileCoverage) bool {
	o, ok := objectOf(raw)
	ratio, hasRatio := ratioOf(raw, 100)
	name := o.text("file", "path", "name")
	if !ok || !hasRatio || name == "" {
		return false
	}
	f := p.setRatio(name, files, ratio)
	elements, _ := o.list("elements")
	for _, item := range elements {
		inner, _ := objectOf(item)
		e := Element{Type: typeWord(inner.text("type")), Name: inner.text("name"), File: f.File}
		share, ok := ratioOf(inner["coverage"], 0)
		if e.Name == "" || !ok {
			return false
		}
		e.Line, _ = inner.count("line")
		e.setID()
		f.Elements = append(f.Elements, ElementCoverage{
			ID: e.ID, Name: e.Name, Type: e.Type, Line: e.Line, Covered: *share.Ratio > 0, Ratio: share.Ratio,
		})
	}
	return true
}

// uncovered reads the list of uncovered elements. The ratios of their files are unknown.
// It returns false for an unknown format.
func (p project) uncovered(o object, files map[string]*FileCoverage) bool {
	list, _ := o.list("uncovered")
	for _, item := range list {
		e, ok := p.element(item)
		if !ok {
			return false
		}
		if e.File == "" {
			continue
		}
		f := files[e.File]
		if f == nil {
			f = &FileCoverage{File: e.File}
			files[e.File] = f
		}
		f.Elements = append(f.Elements, ElementCoverage{ID: e.ID, Name: e.Name, Type: e.Type, Line: e.Line})
	}
	return true
}

// ratioOf reads a ratio: a number, or an object with counts or a percentage. whole is the
// number that means 100 %: 1 or 100. If whole is 0, a number above 1 is a percentage, and any
// other number is a fraction.
func ratioOf(raw json.RawMessage, whole float64) (Ratio, bool) {
	var n float64
	if len(raw) > 0 && json.Unmarshal(raw, &n) == nil && string(raw) != "null" {
		return share(n, whole)
	}
	o, ok := objectOf(raw)
	if !ok {
		return Ratio{}, false
	}
	r, hasRatio := Ratio{}, false
	if n, ok := o.number("percentage", "percent"); ok {
		r, hasRatio = share(n, 100)
	} else if n, ok := o.number("ratio"); ok {
		r, hasRatio = share(n, 1)
	}
	covered, hasCovered := o.count("covered")
	total, hasTotal := o.count("total")
	if !hasCovered || !hasTotal {
		return r, hasRatio
	}
	r.Covered, r.Total = &covered, &total
	if !hasRatio {
		ratio := 0.0
		if total > 0 {
			ratio = min(float64(covered)/float64(total), 1)
		}
		r.Ratio = &ratio
	}
	return r, true
}

// share returns n / whole as a ratio, or false if that is not between 0 and 1. For whole
// 0, see [ratioOf].
func share(n, whole float64) (Ratio, bool) {
	if whole == 0 {
		if whole = 1; n > 1 {
			whole = 100
		}
	}
	n /= whole
	if math.IsNaN(n) || n < 0 || n > 1 {
		return Ratio{}, false
	}
	return Ratio{Ratio: &n}, true
}
