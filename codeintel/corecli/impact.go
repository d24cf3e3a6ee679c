package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// ImpactRequest is the request of [CLI.Impact].
type ImpactRequest struct {
	Root, Element string
	Operation     string // modify, delete or refactor
	MaxDepth      int    // in relations
}

// Impact is the estimated impact of a change.
type Impact struct {
	Element            Element
	Level              string // LOW, MEDIUM, HIGH or CRITICAL
	Score              int    // 0 to 90
	Rule               string // how Level and Score were computed
	Direct, Transitive *int   // number of dependents; nil if the program reports only files
	MaxDepth           int    // depth of the most distant dependent
	Files              []RippleEffect
	Warnings           []string
}

// RippleEffect is an affected file.
type RippleEffect struct {
	File     string          `json:"file"`
	Severity string          `json:"severity"`
	Impact   string          `json:"impact"`
	MinDepth int             `json:"min_depth,omitempty"`
	Elements []RippleElement `json:"elements"`
}

// RippleElement is an affected element.
type RippleElement struct {
	ID         string `json:"id"`
	Type       string `json:"type,omitempty"`
	Name       string `json:"name"`
	Line       int    `json:"line,omitempty"`
	Depth      int    `json:"depth"` // 1 for a direct dependent
	Direct     bool   `json:"direct"`
	Severity   string `json:"severity"`
	Confidence string `json:"confidence"`
}

// Impact estimates the impact of changing an element. The program does not know
// operations: the severity of each dependent is derived from the operation and the depth.
// The most severe files come first, then files are in the order of their paths. Errors of
// the program are [Error].
func (c *CLI) Impact(ctx context.Context, r ImpactRequest) (*Impact, error) {
	inv := &invocation{
		command: "impact", dir: r.Root, element: r.Element,
		args: []string{r.Element, "--depth", strconv.Itoa(r.MaxDepth), "--format", "json"},
	}
	reader := &impactReader{project: project(r.Root), request: r}
	if err := c.runJSON(ctx, inv, reader.read, r.Element); err != nil {
		return nil, err
	}
	return &reader.result, nil
}

// impactReader reads the output of the command impact.
type impactReader struct {
	project     project
	request     ImpactRequest
	result      Impact
	byFile      map[string]*RippleEffect
	maxDepth    int
	direct      int // direct dependents that are listed
	transitive  int // other dependents that are listed
	withoutFile int // dependents that are listed without a file
}

func (r *impactReader) read(raw json.RawMessage) error {
	o, ok := objectOf(raw)
	if !ok {
		return errFormat
	}
	if inner := o.object("impact"); inner != nil {
		o = inner
	}
	*r = impactReader{project: r.project, request: r.request, byFile: map[string]*RippleEffect{}}
	r.result.Element = r.project.target(r.request.Element)
	if node, ok := o.get("element", "target"); ok {
		if e, ok := r.project.element(node); ok && e.File != "" {
			r.result.Element = e
		} else if e, ok := r.project.reference(textOf(node)); ok {
			r.result.Element = e
		}
	}
	listed, ok := r.lists(o)
	direct, hasDirect := o.countOrLen("directDependents")
	transitive, hasTransitive := o.countOrLen("transitiveDependents")
	affected, hasAffected := o.countOrLen("affectedFiles")
	estimated, hasEstimated := o.count("estimatedAffected")
	if !ok || !listed && !hasDirect && !hasAffected && !hasEstimated {
		return errFormat
	}
	direct, transitive = max(direct, r.direct), max(transitive, r.transitive)
	if hasEstimated && !hasTransitive {
		transitive = max(transitive, estimated-direct)
	}
	if hasDirect || hasTransitive || hasEstimated || r.direct+r.transitive > 0 || !hasFiles(o) {
		r.result.Direct, r.result.Transitive = &direct, &transitive
	}
	r.finish()
	if hasAffected && affected != len(r.result.Files) {
		r.warn("the coderef CLI counts %d affected files but names %d", affected, len(r.result.Files))
	}
	if missing := direct + transitive - r.direct - r.transitive; missing > 0 {
		r.warn("the coderef CLI counts %s that it does not name", plural(missing, "dependent"))
	}
	if r.withoutFile > 0 {
		r.warn("not in ripple_effects: %s that the coderef CLI names without a file",
			plural(r.withoutFile, "dependent"))
	}
	r.rate(o.text("riskLevel", "impactLevel", "risk"))
	return nil
}

// hasFiles reports whether the program reports the affected files.
func hasFiles(o object) bool { return o.has("affectedFiles", "rippleEffects") }

func (r *impactReader) warn(format string, args ...any) {
	r.result.Warnings = append(r.result.Warnings, fmt.Sprintf(format, args...))
}

// lists reads all lists of dependents and files. listed is false if there are none. ok is
// false if a list has an item in an unknown format.
func (r *impactReader) lists(o object) (listed, ok bool) {
	for _, l := range []struct {
		key   string
		depth int // default depth of the dependents; 0 for a list of files
	}{
		{"rippleEffects", 0},
		{"directDependents", 1},
		{"transitiveImpact", 2},
		{"transitiveDependents", 2},
		{"affectedComponents", 1},
		{"dependentsList", 1},
		{"affectedElements", 1},
		{"affectedFiles", 0},
	} {
		list, found := o.list(l.key)
		for _, item := range list {
			if l.depth == 0 && !r.effect(item) || l.depth > 0 && !r.dependent(item, l.depth) {
				return true, false
			}
		}
		listed = listed || found
	}
	return listed, true
}

// effect reads an affected file. It returns false for an unknown format.
func (r *impactReader) effect(raw json.RawMessage) bool {
	o, _ := objectOf(raw)
	file := r.project.relative(cmp.Or(textOf(raw), o.text("file", "filePath", "path"), "."))
	if file == "" {
		return false
	}
	f := r.file(file)
	f.Impact = cmp.Or(o.text("impact", "description", "reason"), f.Impact)
	f.Severity = moreSevere(f.Severity, severityWord(o.text("severity", "level")))
	return true
}

// file returns the ripple effect in a file. It adds an empty one if there is none.
func (r *impactReader) file(path string) *RippleEffect {
	f := r.byFile[path]
	if f == nil {
		f = &RippleEffect{File: path, Elements: []RippleElement{}}
		r.byFile[path] = f
	}
	return f
}

// dependent reads an affected element. It returns false for an unknown format.
func (r *impactReader) dependent(raw json.RawMessage, depth int) bool {
	o, _ := objectOf(raw)
	e, ok := r.project.element(raw)
	if !ok {
		text := cmp.Or(textOf(raw), o.text("reference", "id", "name"))
		if text == "" {
			return false
		}
		e = r.project.target(text)
	}
	if n, ok := o.count("depth", "distance"); ok && n > 0 {
		depth = n
	} else if strings.EqualFold(o.text("type"), "transitive") {
		depth = 2
	}
	if depth > r.request.MaxDepth {
		return true
	}
	if depth == 1 {
		r.direct++
	} else {
		r.transitive++
	}
	r.maxDepth = max(r.maxDepth, depth)
	if e.File == "" {
		r.withoutFile++
		return true
	}
	f := r.file(e.File)
	severity := r.severity(depth)
	f.Severity = moreSevere(f.Severity, severity)
	f.Elements = append(f.Elements, RippleElement{
		ID: e.ID, Type: e.Type, Name: e.Name, Line: e.Line, Depth: depth, Direct: depth == 1, Severity: severity,
		Confidence: facts.Heuristic.String(),
	})
	return true
}

// finish sorts the files and sets their missing severities and descriptions.
func (r *impactReader) finish() {
	r.result.MaxDepth = r.maxDepth
	r.result.Files = []RippleEffect{}
	for _, f := range r.byFile {
		f.Severity = cmp.Or(f.Severity, r.severity(1))
		slices.SortStableFunc(f.Elements, func(a, b RippleElement) int {
			return cmp.Or(a.Depth-b.Depth, a.Line-b.Line, cmp.Compare(a.ID, b.ID))
		})
		if len(f.Elements) > 0 {
			f.MinDepth = f.Elements[0].Depth
		}
		if f.Impact == "" {
			f.Impact = "affected; the coderef CLI does not report how"
			if n := len(f.Elements); n > 0 {
				f.Impact = fmt.Sprintf("%s depending on the target, the nearest %s away",
					plural(n, "element"), plural(f.MinDepth, "step"))
			}
		}
		r.result.Files = append(r.result.Files, *f)
	}
	slices.SortFunc(r.result.Files, func(a, b RippleEffect) int {
		bySeverity := slices.Index(severities(), b.Severity) - slices.Index(severities(), a.Severity)
		return cmp.Or(bySeverity, cmp.Compare(a.File, b.File))
	})
}
