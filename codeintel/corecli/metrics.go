package corecli

import (
	"context"
	"encoding/json"
	"path"
	"strings"
)

// MetricsRule states how the metrics are made, for the results of tools.
const MetricsRule = "metrics of the coderef CLI, which reports neither a score nor a level"

// Complexity is the complexity of a project and of the elements and files that the
// program measures.
type Complexity struct {
	Project  *Metrics // nil if the program does not report it
	Elements []Measured
	Warnings []string
}

// Measured is an element or a file with its metrics.
type Measured struct {
	Element Element `json:"element"`
	Metrics Metrics `json:"metrics"`
}

// Metrics are the metrics of an element, a file or a project. Those that the program does
// not report are nil.
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

// Complexity measures a whole project: the program has no command that measures a part.
// Errors of the program are [Error].
func (c *CLI) Complexity(ctx context.Context, root string) (*Complexity, error) {
	var found *Complexity
	err := c.runJSON(ctx, contextInvocation(root, defaultLanguages()), func(raw json.RawMessage) (err error) {
		found, err = project(root).complexity(raw)
		return err
	})
	return found, err
}

func (p project) complexity(raw json.RawMessage) (*Complexity, error) {
	o, ok := contextObject(raw)
	if !ok {
		return nil, errFormat
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
	found.Warnings = omitted(unknown, "item", "without a file or without metrics")
	return found, nil
}

// measuredLists returns the lists of elements and files with metrics. o is the context,
// part its member about complexity.
func (p project) measuredLists(o, part object) (lists [][]json.RawMessage) {
	for _, l := range []struct {
		from object
		keys []string
	}{
		{o, []string{"complexityHotspots", "hotspots"}},
		{part, []string{"highComplexity", "hotspots", "functions"}},
		{part, []string{"elements"}},
	} {
		if list, ok := l.from.list(l.keys...); ok {
			lists = append(lists, list)
		}
	}
	elements, _ := o.list("elements")
	var measured []json.RawMessage
	for _, item := range elements {
		if inner, ok := objectOf(item); ok && metricsOf(metricsObject(inner)) != nil {
			measured = append(measured, item)
		}
	}
	return append(lists, measured)
}

// metricsObject returns the member of an element that contains its metrics, or the element
// itself if there is no such member.
func metricsObject(o object) object {
	if inner := o.object("metrics", "complexity", "metadata"); inner != nil {
		return inner
	}
	return o
}

// measured reads an element or a file with its metrics. It returns false if raw has no
// metrics or no file.
func (p project) measured(raw json.RawMessage) (Measured, bool) {
	o, ok := objectOf(raw)
	if !ok {
		return Measured{}, false
	}
	metrics := metricsOf(metricsObject(o))
	if metrics == nil {
		return Measured{}, false
	}
	e, ok := p.element(raw)
	if !ok { // a whole file, or an element without a member "name"
		file := p.relative(o.text("file", "filePath", "path"))
		if file == "" {
			return Measured{}, false
		}
		e = Element{Type: "file", Name: path.Base(file), File: file}
		if name := o.text("element", "function"); name != "" {
			e.Type, e.Name = typeWord(o.text("type")), name
		}
		e.setID()
	}
	return Measured{e, *metrics}, e.File != ""
}

// metricsOf reads metrics. It returns nil if o has none.
func metricsOf(o object) *Metrics {
	m := Metrics{}
	found := false
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
			found = true
		}
	}
	if !found {
		return nil
	}
	return &m
}

// Matches reports whether m is the target or lies in the target. A target is the id or
// name of an element, a file or a folder.
func (m *Measured) Matches(root, target string) bool {
	e, t := &m.Element, project(root).target(target)
	if t.ID != "" {
		return e.ID == t.ID || e.File == t.File && e.Name == t.Name
	}
	if t.File != "" {
		return e.File == t.File && e.Name == t.Name
	}
	fileOrFolder := strings.TrimSuffix(target, "/")
	name := strings.ReplaceAll(target, "#", ".")
	return e.Name == name || strings.HasSuffix(e.Name, "."+name) ||
		e.File == fileOrFolder || strings.HasPrefix(e.File, fileOrFolder+"/")
}
