package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// defaultLanguages returns the file extensions that the program reads by default.
func defaultLanguages() []string { return []string{"ts", "tsx", "js", "jsx"} }

// contextInvocation returns the invocation that describes a whole project.
func contextInvocation(root string, languages []string) *invocation {
	return &invocation{
		command: "context", dir: root, args: []string{root, "--lang", strings.Join(languages, ","), "--json"},
	}
}

// contextObject returns the members of a context. It returns false if raw is not a context.
func contextObject(raw json.RawMessage) (object, bool) {
	o, ok := objectOf(raw)
	if !ok {
		return nil, false
	}
	if inner := o.object("context"); inner != nil {
		// Some versions wrap the context and put further members into the wrapper.
		for key, value := range o {
			if _, has := inner[key]; !has {
				inner[key] = value
			}
		}
		o = inner
	}
	return o, o.has("projectSummary", "elements", "phases", "elementsByType", "complexityHotspots", "testPatterns",
		"complexity", "linesOfCode", "cyclomaticComplexity", "documentationSummary", "patterns", "dependencies")
}

// Brief describes a project.
type Brief struct {
	Summary      string
	Elements     []Element
	ElementTotal int      // at least len(Elements)
	Dependencies []string // packages and modules, sorted
	Hotspots     []Measured
	TestCases    int // 0 if the program does not report it
	Notes        []string
	Warnings     []string
}

// Context describes a project. languages are file extensions without the dot. Errors of
// the program are [Error].
func (c *CLI) Context(ctx context.Context, root string, languages []string) (*Brief, error) {
	var found *Brief
	err := c.runJSON(ctx, contextInvocation(root, languages), func(raw json.RawMessage) (err error) {
		found, err = project(root).brief(raw)
		return err
	}, languages...)
	return found, err
}

func (p project) brief(raw json.RawMessage) (*Brief, error) {
	o, ok := contextObject(raw)
	if !ok {
		return nil, errFormat
	}
	b := &Brief{Summary: o.text("projectSummary", "summary"), Elements: []Element{}}
	if list, ok := o.list("elements"); ok {
		elements, warnings, err := p.elements(list)
		if err != nil {
			return nil, err
		}
		b.Elements, b.Warnings = elements, warnings
	}
	b.readSamples(p, o.object("elementsByType"))
	b.ElementTotal = max(b.ElementTotal, len(b.Elements))
	b.readDependencies(o.object("dependencies"))
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
	b.readNotes(o, phases)
	return b, nil
}

// readSamples reads the total number of elements, and the sample elements of each type.
func (b *Brief) readSamples(p project, o object) {
	b.ElementTotal, _ = o.count("total")
	for kind, raw := range o.object("samples") {
		list, _ := listOf(raw)
		for _, item := range list {
			if e, ok := p.element(item); ok && e.File != "" {
				if e.Type == "" {
					e.Type = typeWord(kind)
					e.setID()
				}
				b.Elements = append(b.Elements, e)
			}
		}
	}
	slices.SortStableFunc(b.Elements, func(x, y Element) int {
		return cmp.Or(cmp.Compare(x.File, y.File), x.Line-y.Line)
	})
	makeIDsUnique(b.Elements)
}

// readDependencies reads the dependencies of each module and keeps those that are not
// paths.
func (b *Brief) readDependencies(o object) {
	seen := map[string]bool{}
	for _, raw := range o {
		list, _ := listOf(raw)
		for _, item := range list {
			name := textOf(item)
			isPath := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/")
			if name != "" && !isPath && !seen[name] {
				seen[name] = true
				b.Dependencies = append(b.Dependencies, name)
			}
		}
	}
	slices.Sort(b.Dependencies)
}

func (b *Brief) readNotes(o, phases object) {
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
