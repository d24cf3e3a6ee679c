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

// The severities of what is reached, and the levels of risk.
const (
	minor    = "minor"
	major    = "major"
	breaking = "breaking"

	low      = "LOW"
	medium   = "MEDIUM"
	high     = "HIGH"
	critical = "CRITICAL"
)

// ImpactRequest asks what a change of an element reaches.
type ImpactRequest struct {
	Root, Element string
	Operation     string // modify, delete or refactor
	MaxDepth      int
}

// Impact is what a change reaches.
type Impact struct {
	Element            Element
	Level              string // LOW, MEDIUM, HIGH or CRITICAL
	Score              int    // 0..100
	Rule               string // how level and score were made
	Direct, Transitive *int   // nil where dependents are not told, only files
	MaxDepth           int
	Files              []RippleEffect // the hardest hit first, then by path
	Warnings           []string
}

// RippleEffect is what happens in one file.
type RippleEffect struct {
	File     string          `json:"file"`
	Severity string          `json:"severity"`
	Impact   string          `json:"impact"`
	MinDepth int             `json:"min_depth,omitempty"`
	Elements []RippleElement `json:"elements"`
}

// RippleElement is one element that is reached.
type RippleElement struct {
	ID         string `json:"id"`
	Type       string `json:"type,omitempty"`
	Name       string `json:"name"`
	Line       int    `json:"line,omitempty"`
	Depth      int    `json:"depth"`
	Direct     bool   `json:"direct"`
	Severity   string `json:"severity"`
	Confidence string `json:"confidence"`
}

// Impact asks what a change of an element reaches. The program does not know the
// operation: how hard each dependent is hit is told here, by the operation and how
// far it is.
func (c *CLI) Impact(ctx context.Context, r ImpactRequest) (*Impact, error) {
	a := &ask{
		command: "impact", dir: r.Root, element: r.Element,
		args: []string{r.Element, "--depth", strconv.Itoa(r.MaxDepth), "--format", "json"},
	}
	reader := &impactReader{project: project(r.Root), request: r}
	if err := c.json(ctx, a, reader.read, r.Element); err != nil {
		return nil, err
	}
	return &reader.answer, nil
}

// impactReader reads answers about one change.
type impactReader struct {
	project  project
	request  ImpactRequest
	answer   Impact
	byFile   map[string]*RippleEffect
	nowhere  int // dependents without a file
	max      int
	transits int // dependents that are listed and not direct
	directs  int
}

func (r *impactReader) read(raw json.RawMessage) error {
	o, ok := objectOf(raw)
	if !ok {
		return errShape
	}
	if inner := o.object("impact"); inner != nil {
		o = inner
	}
	*r = impactReader{project: r.project, request: r.request, byFile: map[string]*RippleEffect{}}
	r.answer.Element = r.project.target(r.request.Element)
	if node, ok := o.get("element", "target"); ok {
		if e, ok := r.project.element(node); ok && e.File != "" {
			r.answer.Element = e
		} else if e, ok := r.project.reference(textOf(node)); ok {
			r.answer.Element = e
		}
	}
	listed, ok := r.lists(o)
	direct, hasDirect := o.countOrLen("directDependents")
	transitive, hasTransitive := o.countOrLen("transitiveDependents")
	affected, hasAffected := o.countOrLen("affectedFiles")
	estimated, hasEstimated := o.count("estimatedAffected")
	if !ok || !listed && !hasDirect && !hasAffected && !hasEstimated {
		return errShape
	}
	direct, transitive = max(direct, r.directs), max(transitive, r.transits)
	if hasEstimated && !hasTransitive {
		transitive = max(transitive, estimated-direct)
	}
	if hasDirect || hasTransitive || hasEstimated || r.directs+r.transits > 0 || !r.hasFiles(o) {
		r.answer.Direct, r.answer.Transitive = &direct, &transitive
	}
	r.finish()
	if hasAffected && affected != len(r.answer.Files) {
		r.warn("the coderef CLI counts %d affected files and names %d", affected, len(r.answer.Files))
	}
	if missing := direct + transitive - r.directs - r.transits; missing > 0 {
		r.warn("the coderef CLI counts %s that it does not name", plural(missing, "dependent"))
	}
	if r.nowhere > 0 {
		r.warn("the coderef CLI names %s without a file: not under ripple_effects", plural(r.nowhere, "dependent"))
	}
	r.rate(o.text("riskLevel", "impactLevel", "risk"))
	return nil
}

// hasFiles reports an answer about files.
func (r *impactReader) hasFiles(o object) bool { return o.has("affectedFiles", "rippleEffects") }

func (r *impactReader) warn(format string, args ...any) {
	r.answer.Warnings = append(r.answer.Warnings, fmt.Sprintf(format, args...))
}

// lists reads every list of dependents there is; ok is false if one holds what is
// not known.
func (r *impactReader) lists(o object) (listed, ok bool) {
	for _, l := range []struct {
		key   string
		depth int
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

// effect reads a file that is affected.
func (r *impactReader) effect(raw json.RawMessage) bool {
	o, _ := objectOf(raw)
	file := r.project.relative(cmp.Or(textOf(raw), o.text("file", "filePath", "path"), "."))
	if file == "" {
		return false
	}
	f := r.file(file)
	f.Impact = cmp.Or(o.text("impact", "description", "reason"), f.Impact)
	f.Severity = harder(f.Severity, severityWord(o.text("severity", "level")))
	return true
}

func (r *impactReader) file(path string) *RippleEffect {
	f := r.byFile[path]
	if f == nil {
		f = &RippleEffect{File: path, Elements: []RippleElement{}}
		r.byFile[path] = f
	}
	return f
}

// dependent reads an element that is affected.
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
		r.directs++
	} else {
		r.transits++
	}
	r.max = max(r.max, depth)
	if e.File == "" {
		r.nowhere++
		return true
	}
	f := r.file(e.File)
	severity := r.severity(depth)
	f.Severity = harder(f.Severity, severity)
	f.Elements = append(f.Elements, RippleElement{
		ID: e.ID, Type: e.Type, Name: e.Name, Line: e.Line, Depth: depth, Direct: depth == 1, Severity: severity,
		Confidence: facts.Heuristic.String(),
	})
	return true
}

// finish orders the files and says what happens in each.
func (r *impactReader) finish() {
	r.answer.MaxDepth = r.max
	r.answer.Files = []RippleEffect{}
	for _, f := range r.byFile {
		f.Severity = cmp.Or(f.Severity, r.severity(1))
		slices.SortStableFunc(f.Elements, func(a, b RippleElement) int { return cmp.Or(a.Depth-b.Depth, a.Line-b.Line, cmp.Compare(a.ID, b.ID)) })
		if len(f.Elements) > 0 {
			f.MinDepth = f.Elements[0].Depth
		}
		if f.Impact == "" {
			f.Impact = "affected, and it is not told how"
			if n := len(f.Elements); n > 0 {
				f.Impact = fmt.Sprintf("%s depending on the target, the nearest %s away", plural(n, "element"), plural(f.MinDepth, "step"))
			}
		}
		r.answer.Files = append(r.answer.Files, *f)
	}
	slices.SortFunc(r.answer.Files, func(a, b RippleEffect) int {
		return cmp.Or(slices.Index(severities(), b.Severity)-slices.Index(severities(), a.Severity), cmp.Compare(a.File, b.File))
	})
}
