package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
)

// Coverage is what the program calls covered.
type Coverage struct {
	Overall  Ratio
	Files    []FileCoverage // by path
	Untested *int           // nil where it is not told
	Warnings []string
}

// Ratio is how much of something is covered; counts that are not told are nil.
type Ratio struct {
	Covered *int     `json:"covered,omitempty"`
	Total   *int     `json:"total,omitempty"`
	Ratio   *float64 `json:"ratio,omitempty"` // 0 to 1
}

// FileCoverage is how much of a file is covered. Tested is nil where that is not
// told.
type FileCoverage struct {
	File      string            `json:"file"`
	Functions *Ratio            `json:"functions,omitempty"`
	Tested    *bool             `json:"tested,omitempty"`
	Elements  []ElementCoverage `json:"elements,omitempty"`
}

// ElementCoverage is whether an element is covered.
type ElementCoverage struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Type    string   `json:"type,omitempty"`
	Line    int      `json:"line,omitempty"`
	Covered bool     `json:"covered"`
	Ratio   *float64 `json:"ratio,omitempty"`
}

// Coverage asks what is covered.
func (c *CLI) Coverage(ctx context.Context, root string) (*Coverage, error) {
	var found *Coverage
	a := &ask{command: "coverage", dir: root, args: []string{"--format", "json"}}
	err := c.json(ctx, a, func(raw json.RawMessage) (err error) {
		found, err = project(root).coverage(raw)
		return err
	})
	return found, err
}

func (p project) coverage(raw json.RawMessage) (*Coverage, error) {
	o, ok := objectOf(raw)
	if !ok {
		return nil, errShape
	}
	if inner := o.object("coverage"); inner != nil {
		o = inner
	}
	found := &Coverage{}
	files := map[string]*FileCoverage{}
	untested, told := 0, false
	switch {
	case o.has("overall"):
		overall, ok := ratioOf(o["overall"], 1)
		if !ok || !p.byFile(membersOf(o["byfile"]), files) {
			return nil, errShape
		}
		found.Overall = overall
		modules, _ := o.list("modules")
		for _, m := range modules {
			if !p.module(m, files) {
				return nil, errShape
			}
		}
		if untested, told = o.countOrLen("untestedFiles"); !told {
			untested, told = untestedOf(files)
		}
	case o.has("functions") || o.has("uncovered"):
		share, ok := ratioOf(o["coverage"], 0)
		if functions, has := ratioOf(o["functions"], 100); has {
			share, ok = functions, true
		}
		if !ok || !p.uncovered(o, files) {
			return nil, errShape
		}
		found.Overall = share
	default:
		return nil, errShape
	}
	found.Files = []FileCoverage{}
	for _, f := range files {
		found.Files = append(found.Files, *f)
	}
	if told {
		found.Untested = &untested
	}
	slices.SortFunc(found.Files, func(a, b FileCoverage) int { return cmp.Compare(a.File, b.File) })
	return found, nil
}

// untestedOf counts the files without covered code; told is false if there are no files.
func untestedOf(files map[string]*FileCoverage) (n int, told bool) {
	for _, f := range files {
		if f.Tested != nil && !*f.Tested {
			n++
		}
	}
	return n, len(files) > 0
}

// byFile reads a map from files to shares.
func (p project) byFile(shares map[string]json.RawMessage, files map[string]*FileCoverage) bool {
	for name, raw := range shares {
		ratio, ok := ratioOf(raw, 1)
		if !ok {
			return false
		}
		p.file(name, files, ratio)
	}
	return true
}

// file notes the share of a file; files elsewhere are none of the project.
func (p project) file(name string, files map[string]*FileCoverage, ratio Ratio) *FileCoverage {
	path := p.relative(name)
	if path == "" {
		return &FileCoverage{}
	}
	tested := ratio.Ratio != nil && *ratio.Ratio > 0
	files[path] = &FileCoverage{File: path, Functions: &ratio, Tested: &tested}
	return files[path]
}

// module reads a module with its elements.
func (p project) module(raw json.RawMessage, files map[string]*FileCoverage) bool {
	o, ok := objectOf(raw)
	ratio, told := ratioOf(raw, 100)
	name := o.text("file", "path", "name")
	if !ok || !told || name == "" {
		return false
	}
	f := p.file(name, files, ratio)
	elements, _ := o.list("elements")
	for _, item := range elements {
		inner, _ := objectOf(item)
		e := Element{Type: typeWord(inner.text("type")), Name: inner.text("name"), File: f.File}
		share, told := ratioOf(inner["coverage"], 0)
		if e.Name == "" || !told {
			return false
		}
		e.Line, _ = inner.count("line")
		e.identify()
		f.Elements = append(f.Elements, ElementCoverage{e.ID, e.Name, e.Type, e.Line, *share.Ratio > 0, share.Ratio})
	}
	return true
}

// uncovered reads a list of what is not covered. Of the files nothing else is told.
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

// ratioOf reads a share: a number, or an object with counts or a percentage. whole
// is what a number stands for all of: 1, 100, or 0 for 100 where it is above 1.
func ratioOf(raw json.RawMessage, whole float64) (Ratio, bool) {
	var n float64
	if len(raw) > 0 && json.Unmarshal(raw, &n) == nil && string(raw) != "null" {
		return share(n, whole)
	}
	o, ok := objectOf(raw)
	if !ok {
		return Ratio{}, false
	}
	r, told := Ratio{}, false
	if n, ok := o.number("percentage", "percent"); ok {
		r, told = share(n, 100)
	} else if n, ok := o.number("ratio"); ok {
		r, told = share(n, 1)
	}
	covered, hasCovered := o.count("covered")
	total, hasTotal := o.count("total")
	if !hasCovered || !hasTotal {
		return r, told
	}
	r.Covered, r.Total = &covered, &total
	if !told {
		ratio := 0.0
		if total > 0 {
			ratio = min(float64(covered)/float64(total), 1)
		}
		r.Ratio = &ratio
	}
	return r, true
}

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
