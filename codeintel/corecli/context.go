package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// defaultLanguages are those that the program reads unless it is said.
func defaultLanguages() []string { return []string{"ts", "tsx", "js", "jsx"} }

// contextAsk asks for all that the program knows of a project at once.
func contextAsk(root string, languages []string) *ask {
	return &ask{command: "context", dir: root, args: []string{root, "--lang", strings.Join(languages, ","), "--json"}}
}

// contextObject reads a context; false if it is none.
func contextObject(raw json.RawMessage) (object, bool) {
	o, ok := objectOf(raw)
	if !ok {
		return nil, false
	}
	if inner := o.object("context"); inner != nil {
		// The wrapper may tell beside: what only it has is taken along.
		for key, value := range o {
			if _, has := inner[key]; !has {
				inner[key] = value
			}
		}
		o = inner
	}
	return o, o.has("projectSummary", "elements", "phases", "elementsByType", "complexityHotspots", "testPatterns", "complexity",
		"linesOfCode", "cyclomaticComplexity", "documentationSummary", "patterns", "dependencies")
}

// Brief is what the program tells of a project.
type Brief struct {
	Summary      string
	Elements     []Element
	ElementTotal int
	Dependencies []string // packages and modules, sorted
	Hotspots     []Measured
	TestCases    int
	Notes        []string
	Warnings     []string
}

// Context asks what a project is.
func (c *CLI) Context(ctx context.Context, root string, languages []string) (*Brief, error) {
	var found *Brief
	err := c.json(ctx, contextAsk(root, languages), func(raw json.RawMessage) (err error) {
		found, err = project(root).brief(raw)
		return err
	}, languages...)
	return found, err
}

func (p project) brief(raw json.RawMessage) (*Brief, error) {
	o, ok := contextObject(raw)
	if !ok {
		return nil, errShape
	}
	b := &Brief{Summary: o.text("projectSummary", "summary"), Elements: []Element{}}
	if list, ok := o.list("elements"); ok {
		elements, warnings, err := p.elements(list)
		if err != nil {
			return nil, err
		}
		b.Elements, b.Warnings = elements, warnings
	}
	b.byType(p, o.object("elementsByType"))
	b.ElementTotal = max(b.ElementTotal, len(b.Elements))
	b.dependencies(o.object("dependencies"))
	measured, err := p.complexity(raw)
	if err != nil {
		return nil, err
	}
	b.Hotspots = measured.Elements
	phases := o.object("phases")
	tests := phases.object("testPatterns")
	for _, key := range []string{"unitTests", "integrationTests"} {
		n, _ := tests.count(key)
		b.TestCases += n
	}
	b.notes(o, phases)
	return b, nil
}

// byType reads elements that are listed by type, with samples of each.
func (b *Brief) byType(p project, o object) {
	b.ElementTotal, _ = o.count("total")
	for kind, raw := range o.object("samples") {
		list, _ := listOf(raw)
		for _, item := range list {
			if e, ok := p.element(item); ok && e.File != "" {
				if e.Type == "" {
					e.Type = typeWord(kind)
					e.identify()
				}
				b.Elements = append(b.Elements, e)
			}
		}
	}
	slices.SortStableFunc(b.Elements, func(x, y Element) int { return cmp.Or(cmp.Compare(x.File, y.File), x.Line-y.Line) })
	distinct(b.Elements)
}

// dependencies reads what each module depends on.
func (b *Brief) dependencies(o object) {
	seen := map[string]bool{}
	for _, raw := range o {
		list, _ := listOf(raw)
		for _, item := range list {
			if name := textOf(item); name != "" && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "/") && !seen[name] {
				seen[name] = true
				b.Dependencies = append(b.Dependencies, name)
			}
		}
	}
	slices.Sort(b.Dependencies)
}

func (b *Brief) notes(o, phases object) {
	if text := o.text("architectureNotes"); text != "" {
		b.Notes = append(b.Notes, text)
	}
	notes, _ := o.texts("architectureNotes")
	b.Notes = append(b.Notes, notes...)
	measured := phases.object("complexity")
	if mean, ok := measured.number("avgComplexity"); ok {
		b.Notes = append(b.Notes, fmt.Sprintf("The average complexity is %.1f.", mean))
	}
	if lines, ok := measured.number("medianLOC"); ok {
		b.Notes = append(b.Notes, fmt.Sprintf("Half of the functions have at most %.0f lines.", lines))
	}
	documented := o.object("documentationSummary")
	if share, ok := documented.number("coveragePercent"); ok {
		b.Notes = append(b.Notes, fmt.Sprintf("%.0f %% of the elements are documented.", share))
	}
}
