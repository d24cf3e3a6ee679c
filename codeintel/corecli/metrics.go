package corecli

import (
	"context"
	"encoding/json"
	"path"
	"strings"
)

// MetricsRule says where metrics come from.
const MetricsRule = "as the coderef CLI measures; it gives neither score nor level"

// Complexity is what the program knows of the complexity of a project.
type Complexity struct {
	Project  *Metrics // nil if it does not tell
	Elements []Measured
	Warnings []string
}

// Measured is an element, or a file, with what is known of it.
type Measured struct {
	Element Element `json:"element"`
	Metrics Metrics `json:"metrics"`
}

// Metrics are what the program measures; what it does not tell is nil.
type Metrics struct {
	Lines         *int `json:"lines,omitempty"`
	Functions     *int `json:"functions,omitempty"`
	Cyclomatic    *int `json:"cyclomatic,omitempty"`
	MaxCyclomatic *int `json:"max_cyclomatic,omitempty"`
	Cognitive     *int `json:"cognitive,omitempty"`
	Nesting       *int `json:"nesting,omitempty"`
	Parameters    *int `json:"parameters,omitempty"`
	FanIn         *int `json:"fan_in,omitempty"`
	FanOut        *int `json:"fan_out,omitempty"`
}

// Complexity asks for the complexity of a whole project: the program cannot be
// asked about less.
func (c *CLI) Complexity(ctx context.Context, root string) (*Complexity, error) {
	var found *Complexity
	err := c.json(ctx, contextAsk(root, defaultLanguages()), func(raw json.RawMessage) (err error) {
		found, err = project(root).complexity(raw)
		return err
	})
	return found, err
}

func (p project) complexity(raw json.RawMessage) (*Complexity, error) {
	o, ok := contextObject(raw)
	if !ok {
		return nil, errShape
	}
	found := &Complexity{Elements: []Measured{}}
	found.Project = metricsOf(o)
	part := o.object("phases").object("complexity")
	if part == nil {
		part = o.object("complexity")
	}
	if m := metricsOf(part); m != nil && found.Project == nil && !part.has("element", "file") {
		found.Project = m
	}
	unknown := 0
	for _, list := range p.measuredLists(o, part) {
		for _, item := range list {
			m, ok := p.measured(item)
			if !ok {
				unknown++
				continue
			}
			found.Elements = append(found.Elements, m)
		}
	}
	if part.has("element") {
		if m, ok := p.measured(o["complexity"]); ok {
			found.Elements = append(found.Elements, m)
		}
	}
	found.Warnings = leftOut(unknown, "entry of the coderef CLI", "without a file or any measure left out")
	return found, nil
}

// measuredLists returns the lists that may hold what is measured.
func (p project) measuredLists(o, part object) (lists [][]json.RawMessage) {
	for _, l := range []struct {
		from object
		keys []string
	}{
		{o, []string{"complexityHotspots", "hotspots"}}, {part, []string{"highComplexity", "hotspots", "functions"}}, {part, []string{"elements"}},
	} {
		if list, ok := l.from.list(l.keys...); ok {
			lists = append(lists, list)
		}
	}
	elements, _ := o.list("elements")
	var measured []json.RawMessage
	for _, item := range elements {
		if inner, ok := objectOf(item); ok && metricsOf(measuresOf(inner)) != nil {
			measured = append(measured, item)
		}
	}
	return append(lists, measured)
}

// measuresOf returns the part of an element that holds its measures.
func measuresOf(o object) object {
	if inner := o.object("metrics", "complexity", "metadata"); inner != nil {
		return inner
	}
	return o
}

func (p project) measured(raw json.RawMessage) (Measured, bool) {
	o, ok := objectOf(raw)
	if !ok {
		return Measured{}, false
	}
	metrics := metricsOf(measuresOf(o))
	if metrics == nil {
		return Measured{}, false
	}
	e, ok := p.element(raw)
	if !ok { // a file as a whole, or an element by its name
		file := p.relative(o.text("file", "filePath", "path"))
		if file == "" {
			return Measured{}, false
		}
		e = Element{Type: "file", Name: path.Base(file), File: file}
		if name := o.text("element", "function"); name != "" {
			e.Type, e.Name = typeWord(o.text("type")), name
		}
		e.identify()
	}
	return Measured{e, *metrics}, e.File != ""
}

// metricsOf reads measures; nil if there are none.
func metricsOf(o object) *Metrics {
	m := Metrics{}
	told := false
	for _, f := range []struct {
		to   **int
		keys []string
	}{
		{&m.Lines, []string{"linesOfCode", "loc", "lines"}},
		{&m.Functions, []string{"functionCount", "analyzed"}},
		{&m.Cyclomatic, []string{"cyclomaticComplexity", "cyclomatic", "totalComplexity", "complexity", "cc"}},
		{&m.MaxCyclomatic, []string{"maxComplexity", "maxCyclomatic"}},
		{&m.Cognitive, []string{"cognitiveComplexity", "cognitive"}},
		{&m.Nesting, []string{"nesting", "nestingDepth", "maxNesting"}},
		{&m.Parameters, []string{"parameters", "parameterCount", "params"}},
		{&m.FanIn, []string{"fanIn"}},
		{&m.FanOut, []string{"fanOut"}},
	} {
		if n, ok := o.count(f.keys...); ok {
			*f.to = &n
			told = true
		}
	}
	if !told {
		return nil
	}
	return &m
}

// Matches reports whether a target means a measured element: its id, its name, or
// the file or folder that it is in.
func (m *Measured) Matches(root, target string) bool {
	e, t := &m.Element, project(root).target(target)
	if t.ID != "" {
		return e.ID == t.ID || e.File == t.File && e.Name == t.Name
	}
	if t.File != "" {
		return e.File == t.File && e.Name == t.Name
	}
	inside := strings.TrimSuffix(target, "/")
	name := strings.ReplaceAll(target, "#", ".")
	return e.Name == name || strings.HasSuffix(e.Name, "."+name) || e.File == inside || strings.HasPrefix(e.File, inside+"/")
}
