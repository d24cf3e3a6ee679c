package impact

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/change"
	"github.com/coderef-system/coderefd/codeintel/diff"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// ChangeReport is the impact of a change of files.
type ChangeReport struct {
	Report
	Changed  []ChangedFile
	Elements []ChangedElement // those with the strongest effect first
	Breaks   []Break
	// NotAnalyzed are the changed files whose elements are unknown. Their tests are those of the
	// reasons Data, Loads and Config only.
	NotAnalyzed []NotAnalyzed
}

// ChangedElement is an element that a change touches.
type ChangedElement struct {
	change.Element
	Direct int // its direct dependents outside the changed elements
}

// NotAnalyzed is a changed file whose elements are unknown.
type NotAnalyzed struct{ File, Reason string }

// unlimited is the depth of a search for tests.
const unlimited = math.MaxInt32

// AnalyzeChange returns the impact of a change. It lists dependents up to maxDepth steps away, and
// tests at any distance.
func AnalyzeChange(ctx context.Context, s *index.Snapshot, files []ChangedFile, maxDepth int) (*ChangeReport, error) {
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, err
	}
	r := &ChangeReport{Changed: files}
	compared, err := r.compare(ctx)
	if err != nil {
		return nil, err
	}
	c := &changeBuilder{Graph: g, snapshot: s, report: r, compared: compared}
	if err := c.findSubjects(ctx); err != nil {
		return nil, err
	}
	c.dependents = newBuilder(g, c.subjects)
	found, err := c.dependents.report(ctx, s, unlimited, maxDepth)
	if err != nil {
		return nil, err
	}
	r.Report = *found
	c.countDirect()
	if err := c.findBreaks(ctx); err != nil {
		return nil, err
	}
	if err := c.findTests(ctx); err != nil {
		return nil, err
	}
	r.Risk = assess(c.measure())
	return r, nil
}

// compare compares the texts of the files and fills Elements and NotAnalyzed.
func (r *ChangeReport) compare(ctx context.Context) (*change.Result, error) {
	var files []change.File
	for i := range r.Changed {
		f := &r.Changed[i]
		reason := f.Reason
		if reason == "" && index.WordOf(f.Path()) == "" {
			reason = "not source of a supported language"
		}
		if reason != "" {
			r.NotAnalyzed = append(r.NotAnalyzed, NotAnalyzed{f.Path(), reason})
			continue
		}
		files = append(files, f.File)
	}
	compared, err := change.Compare(ctx, files)
	if err != nil {
		return nil, err
	}
	for file, reason := range compared.Unread {
		r.NotAnalyzed = append(r.NotAnalyzed, NotAnalyzed{file, reason})
	}
	slices.SortFunc(r.NotAnalyzed, func(a, b NotAnalyzed) int { return strings.Compare(a.File, b.File) })
	for _, e := range compared.Elements {
		r.Elements = append(r.Elements, ChangedElement{Element: e})
	}
	return compared, nil
}

// changeBuilder collects the impact of a change.
type changeBuilder struct {
	*graph.Graph
	dependents *builder // after the subjects have been found
	snapshot   *index.Snapshot
	report     *ChangeReport
	compared   *change.Result
	subjects   []subject
	known      map[graph.Node]bool     // nodes of the subjects
	byPath     map[string]*ChangedFile // by both paths
}

// findSubjects finds the nodes of the changed elements.
func (c *changeBuilder) findSubjects(ctx context.Context) error {
	c.known, c.byPath = map[graph.Node]bool{}, map[string]*ChangedFile{}
	for i := range c.report.Changed {
		f := &c.report.Changed[i]
		c.byPath[f.OldPath], c.byPath[f.NewPath] = f, f
	}
	for i := range c.report.Elements {
		e := &c.report.Elements[i].Element
		if n := c.nodeOf(e); n != graph.None {
			c.add(subject{n, operationOf(e), e.Current().Type == facts.FileType})
		}
		if e.Kind != change.Modified { // the type has or inherits another member now
			if owner := c.ownerOf(e.Current()); owner != graph.None {
				c.add(subject{owner, Modify, false})
			}
		}
	}
	return c.addImportUsers(ctx)
}

func (c *changeBuilder) add(s subject) {
	if !c.known[s.node] {
		c.known[s.node] = true
		c.subjects = append(c.subjects, s)
	}
}

// operationOf returns the operation that a change of an element amounts to.
func operationOf(e *change.Element) Operation {
	switch {
	case e.Kind == change.Removed:
		return Delete
	case e.Kind == change.Renamed, e.Kind == change.Moved, e.Parts.Export, e.Parts.Signature && !e.Compatible:
		return Refactor
	default:
		return Modify
	}
}

// nodeOf returns the node of an element on the side that is on disk, or [graph.None].
func (c *changeBuilder) nodeOf(e *change.Element) graph.Node {
	for _, of := range []*facts.Element{e.New, e.Old} {
		if of == nil {
			continue
		}
		f := c.byPath[of.File]
		if of == e.New && f.Side == diff.Old || of == e.Old && f.Side == diff.New {
			continue
		}
		if n, ok := c.ElementOf(of.ID); ok {
			return n
		}
	}
	return graph.None
}

// ownerOf returns the type that a member belongs to, or [graph.None] for other elements. In Go, the
// type may be in another file of the package.
func (c *changeBuilder) ownerOf(e *facts.Element) graph.Node {
	i := strings.LastIndexByte(e.Name, '.')
	if i < 0 {
		return graph.None
	}
	for _, file := range c.siblings(e.File) {
		for _, n := range c.Elements(file) {
			if c.Element(n).Name == e.Name[:i] && c.Element(n).Type != facts.Function {
				return n
			}
		}
	}
	return graph.None
}

// siblings returns the file of a path, and after it, for Go, the other files of its folder.
func (c *changeBuilder) siblings(path string) []graph.Node {
	var files []graph.Node
	if f := c.byPath[path]; f != nil && f.NewPath != "" && f.Side != diff.Old {
		path = f.NewPath
	}
	own, ok := c.FileAt(path)
	if ok {
		files = append(files, own)
	}
	if strings.HasSuffix(path, ".go") {
		for _, n := range c.inFolder(folderOf(path)) {
			if n != own && strings.HasSuffix(c.Element(n).File, ".go") {
				files = append(files, n)
			}
		}
	}
	return files
}

// inFolder returns the files directly in a folder.
func (c *changeBuilder) inFolder(folder string) []graph.Node {
	return slices.DeleteFunc(c.FilesIn(folder), func(n graph.Node) bool { return folderOf(c.Element(n).File) != folder })
}

// addImportUsers adds the elements that use an import on a line that only one side of the file has.
func (c *changeBuilder) addImportUsers(ctx context.Context) error {
	for _, path := range c.compared.Imports {
		f := c.byPath[path]
		file, ok := c.FileAt(path)
		if !ok || f.Old == nil || f.New == nil {
			continue
		}
		err := c.snapshot.ResolveMissing(ctx, facts.CallsAndImports, func(g *graph.Graph) []string {
			return g.MissingAt([]graph.Node{file}, facts.CallsAndImports)
		})
		if err != nil {
			return err
		}
		here, there := f.New, f.Old
		if f.Side == diff.Old {
			here, there = there, here
		}
		lines, known := strings.Split(*here, "\n"), lineSet(*there)
		for e := range c.Edges(file) {
			if e.Relation != graph.Import || e.Line > len(lines) || known[strings.TrimSpace(lines[e.Line-1])] {
				continue
			}
			for _, user := range e.Users {
				c.add(subject{user, Modify, true})
			}
		}
	}
	return nil
}

// lineSet returns the lines of a text without space around them.
func lineSet(text string) map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(text) {
		set[strings.TrimSpace(line)] = true
	}
	return set
}

// measure returns the inputs of the risk. Only tests that are changed or reach a changed element
// count: others may run the changed code, but nothing shows that they check it.
func (c *changeBuilder) measure() measures {
	m := c.dependents.measure(&c.report.Report)
	m.tests = 0
	for i := range c.report.Tests {
		if t := &c.report.Tests[i]; t.Reason <= Calls && !t.Removed {
			m.tests++
		}
	}
	for i := range c.report.Breaks {
		if c.report.Breaks[i].Confidence == facts.Heuristic {
			m.possibleBreaks++
		} else {
			m.breaks++
		}
	}
	m.exported = slices.ContainsFunc(c.report.Elements, func(e ChangedElement) bool {
		return e.Old != nil && e.Old.Exported && operationOf(&e.Element) != Modify
	})
	return m
}

// countDirect counts the direct dependents of each element, and sorts the elements.
func (c *changeBuilder) countDirect() {
	users := map[graph.Node]map[graph.Node]bool{}
	for i := range c.dependents.steps {
		s := &c.dependents.steps[i]
		if s.Depth != 1 || c.dependents.owns(s.From) {
			continue
		}
		n := c.subjects[c.dependents.own[s.To]].node
		for _, to := range []graph.Node{s.To, n} {
			if users[to] == nil {
				users[to] = map[graph.Node]bool{}
			}
			users[to][s.From] = true
		}
	}
	for i := range c.report.Elements {
		e := &c.report.Elements[i]
		if n := c.nodeOf(&e.Element); n != graph.None {
			e.Direct = len(users[n])
		}
	}
	slices.SortStableFunc(c.report.Elements, func(a, b ChangedElement) int {
		x, y := operationOf(&a.Element), operationOf(&b.Element)
		if inTests := boolInt(index.IsTest(a.Current().File)) - boolInt(index.IsTest(b.Current().File)); inTests != 0 {
			return inTests
		}
		if d := strength(y, x); d != 0 {
			return d
		}
		return b.Direct - a.Direct
	})
}

func boolInt(is bool) int {
	if is {
		return 1
	}
	return 0
}

func folderOf(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}
