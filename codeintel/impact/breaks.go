package impact

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/change"
	"github.com/coderef-system/coderefd/codeintel/diff"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Break is a place that a change does not adapt to a changed element.
type Break struct {
	Kind       BreakKind
	Element    facts.Element // that changed: its old version, or the removed file
	File       string
	Line       int    // 0 if only the element is known that contains the place
	In         string // id of the element that contains the place, or of the file
	Confidence facts.Confidence
}

// BreakKind is how an element changed.
type BreakKind string

// The kinds of breaks.
const (
	BreakRemoved   BreakKind = "removed"      // it was removed, renamed or moved
	BreakSignature BreakKind = "signature"    // its signature accepts other calls, or other implementations
	BreakExport    BreakKind = "unexported"   // it is not exported any more
	BreakFile      BreakKind = "removed_file" // its file was removed, renamed or moved
)

// findBreaks finds the places that the change does not adapt. With the new side on disk, places
// that name a removed element are found by calls and imports that cannot be resolved (strong), and
// by the name alone (heuristic); all others are exact.
func (c *changeBuilder) findBreaks(ctx context.Context) error {
	for i := range c.report.Elements {
		e := &c.report.Elements[i].Element
		if e.Old == nil || e.Old.Type == facts.FileType {
			continue
		}
		var err error
		n := c.nodeOf(e)
		onOldSide := c.byPath[e.Old.File].Side == diff.Old
		switch {
		case e.Kind == change.Moved && samePackage(e.Old.File, e.New.File):
		case e.Kind != change.Modified && onOldSide && n != graph.None:
			err = c.referencesTo(ctx, n, e, BreakRemoved)
		case e.Kind != change.Modified:
			err = c.byName(ctx, e.Old)
		case n == graph.None:
		case e.Parts.Export && e.Old.Exported && !e.New.Exported:
			err = c.referencesTo(ctx, n, e, BreakExport)
		case e.Parts.Signature && !e.Compatible:
			err = c.referencesTo(ctx, n, e, BreakSignature)
		}
		if err != nil {
			return err
		}
	}
	if err := c.removedFiles(ctx); err != nil {
		return err
	}
	slices.SortFunc(c.report.Breaks, func(a, b Break) int {
		return cmp.Or(
			cmp.Compare(a.Confidence, b.Confidence), cmp.Compare(boolInt(index.IsTest(a.File)), boolInt(index.IsTest(b.File))),
			cmp.Compare(a.File, b.File), a.Line-b.Line, cmp.Compare(a.Element.ID, b.Element.ID),
			cmp.Compare(a.In, b.In), cmp.Compare(a.Kind, b.Kind),
		)
	})
	c.report.Breaks = slices.CompactFunc(c.report.Breaks, func(a, b Break) bool {
		return a.File == b.File && a.Line == b.Line && a.Element.ID == b.Element.ID && a.In == b.In
	})
	return nil
}

func samePackage(a, b string) bool {
	return strings.HasSuffix(a, ".go") && strings.HasSuffix(b, ".go") && folderOf(a) == folderOf(b)
}

// referencesTo reports the places outside the changed lines that refer to a node.
func (c *changeBuilder) referencesTo(ctx context.Context, n graph.Node, e *change.Element, kind BreakKind) error {
	var steps []graph.Step
	var overriding []graph.Node
	overrides := false
	err := c.snapshot.ResolveMissing(ctx, facts.AllReferences, func(g *graph.Graph) (missing []string) {
		if overrides, missing = g.Overrides(n); overrides && kind == BreakRemoved || len(missing) > 0 {
			return missing
		}
		if steps, _, missing = g.Dependents([]graph.Node{n}, []graph.Node{n}, 1); len(missing) == 0 {
			overriding, missing = g.Overriding([]graph.Node{n})
		}
		return missing
	})
	if err != nil {
		return err
	}
	if overrides && kind == BreakRemoved {
		return nil // its callers then call the overridden member
	}
	files := map[graph.Node]bool{}
	for i := range steps {
		files[steps[i].File] = true
	}
	for file := range files {
		for at := range c.Edges(file) {
			if at.To == n && c.affects(kind, &at) && c.unchanged(c.Element(file).File, at.Line) {
				c.addBreak(Break{
					Kind: kind, Element: *e.Old, File: c.Element(file).File, Line: at.Line, In: c.Element(at.From).ID,
					Confidence: at.Confidence,
				})
			}
		}
	}
	for _, o := range overriding {
		if of := c.Element(o); kind != BreakExport && c.unchanged(of.File, of.Line) {
			c.addBreak(Break{Kind: kind, Element: *e.Old, File: of.File, Line: of.Line, In: of.ID})
		}
	}
	return nil
}

// affects reports whether a kind of break affects a reference.
func (c *changeBuilder) affects(kind BreakKind, at *graph.Edge) bool {
	switch kind {
	case BreakSignature:
		return at.Relation == graph.Call
	case BreakExport:
		return c.FileOf(at.From) != c.FileOf(at.To) && !samePackage(c.Element(at.From).File, c.Element(at.To).File)
	default:
		return true
	}
}

func (c *changeBuilder) addBreak(b Break) { c.report.Breaks = append(c.report.Breaks, b) }

// unchanged reports whether the change leaves a line on disk as it is.
func (c *changeBuilder) unchanged(file string, line int) bool {
	f := c.byPath[file]
	if f == nil {
		return true
	}
	if f.Old == nil || f.New == nil {
		return false
	}
	here, there := *f.New, *f.Old
	if f.Side == diff.Old {
		here, there = there, here
	}
	lines := strings.Split(here, "\n")
	return line >= 1 && line <= len(lines) && lineSet(there)[strings.TrimSpace(lines[line-1])]
}

// byName reports the places that name an element which is not on disk any more.
func (c *changeBuilder) byName(ctx context.Context, gone *facts.Element) error {
	last := gone.Name[strings.LastIndexByte(gone.Name, '.')+1:]
	files := c.related(gone.File)
	var candidates []graph.Node
	for _, file := range c.Mentioning(last) {
		if files[file] {
			candidates = append(candidates, file)
		}
	}
	if err := c.resolve(ctx, candidates); err != nil {
		return err
	}
	for _, file := range candidates {
		c.namesIn(file, gone, last)
	}
	return nil
}

func (c *changeBuilder) resolve(ctx context.Context, files []graph.Node) error {
	return c.snapshot.ResolveMissing(ctx, facts.AllReferences, func(g *graph.Graph) []string {
		return g.MissingAt(files, facts.AllReferences)
	})
}

// related returns the files that can name the elements of a file: itself, for Go the files of its
// package, and those that import it or did so.
func (c *changeBuilder) related(path string) map[graph.Node]bool {
	found := map[graph.Node]bool{}
	for _, n := range c.siblings(path) {
		found[n] = true
	}
	for _, module := range []string{path, folderOf(path) + "/", graph.ModuleName(path)} {
		for _, n := range c.ImportersOf(module) {
			found[n] = true
		}
	}
	return found
}

// namesIn reports the places of a file that name a removed element.
func (c *changeBuilder) namesIn(file graph.Node, gone *facts.Element, last string) {
	path := c.Element(file).File
	text, ok := c.snapshot.Text(path)
	if !ok {
		return
	}
	lines := strings.Split(text, "\n")
	pattern := regexp.MustCompile(`(^|[^\w$])` + regexp.QuoteMeta(last) + `($|[^\w$])`)
	found := false
	for u := range c.UnknownIn(file) {
		if u.Name != last {
			continue
		}
		found = true
		in := c.Element(u.From)
		first, end := in.Line, in.EndLine
		if c.IsFile(u.From) {
			first, end = 1, len(lines)
		}
		at := 0
		for line := max(first, 1); line <= min(end, len(lines)) && at == 0; line++ {
			if pattern.MatchString(lines[line-1]) && !isCommentLine(lines[line-1]) {
				at = line
			}
		}
		c.addBreak(Break{
			Kind: BreakRemoved, Element: *gone, File: path, Line: at, In: in.ID, Confidence: facts.Strong,
		})
	}
	if found || strings.Contains(gone.Name, ".") || c.declares(file, last) {
		return // a member can belong to another type
	}
	known := c.resolvedLines(file, last)
	for i, line := range lines {
		if known[i+1] || isCommentLine(line) || !pattern.MatchString(line) || inQuotesOrMember(line, last) {
			continue
		}
		c.addBreak(Break{
			Kind: BreakRemoved, Element: *gone, File: path, Line: i + 1, In: c.innermost(file, i+1),
			Confidence: facts.Heuristic,
		})
	}
}

// declares reports whether a file, or in Go its package, declares a name at its top level.
func (c *changeBuilder) declares(file graph.Node, name string) bool {
	for _, sibling := range c.siblings(c.Element(file).File) {
		for _, n := range c.Elements(sibling) {
			if c.Element(n).Name == name {
				return true
			}
		}
	}
	return false
}

// resolvedLines returns the lines on which a name refers to something that exists.
func (c *changeBuilder) resolvedLines(file graph.Node, name string) map[int]bool {
	lines := map[int]bool{}
	for e := range c.Edges(file) {
		of := e.External
		if e.To != graph.None {
			of = c.Element(e.To).Name
		}
		if strings.HasSuffix(of, name) || strings.HasSuffix(e.Member, name) {
			lines[e.Line] = true
		}
	}
	return lines
}

func isCommentLine(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "*") ||
		strings.HasPrefix(line, "/*")
}

// inQuotesOrMember reports whether each occurrence of a name in a line follows a quote or is the
// name of a member, a key or a label.
func inQuotesOrMember(line, name string) bool {
	for at := 0; ; {
		i := strings.Index(line[at:], name)
		if i < 0 {
			return true
		}
		before, after := line[:at+i], strings.TrimLeft(line[at+i+len(name):], " ")
		quotes := strings.Count(before, `"`)%2 + strings.Count(before, "'")%2 + strings.Count(before, "`")%2
		isKey := strings.HasPrefix(after, ":") || strings.HasPrefix(after, "=")
		if quotes == 0 && !strings.HasSuffix(before, ".") && !isKey {
			return false
		}
		at += i + len(name)
	}
}

// innermost returns the id of the innermost element around a line of a file, or of the file.
func (c *changeBuilder) innermost(file graph.Node, line int) string {
	if n := c.elementAt(file, line); n != graph.None {
		return c.Element(n).ID
	}
	return c.Element(file).ID
}

// elementAt returns the innermost element around a line of a file, or [graph.None].
func (c *changeBuilder) elementAt(file graph.Node, line int) graph.Node {
	best, lines := graph.None, 0
	for _, n := range c.Elements(file) {
		e := c.Element(n)
		if e.Line <= line && line <= e.EndLine && (best == graph.None || e.EndLine-e.Line <= lines) {
			best, lines = n, e.EndLine-e.Line
		}
	}
	return best
}

// removedFiles reports the imports of removed files. In Go, packages are imported and not files.
func (c *changeBuilder) removedFiles(ctx context.Context) error {
	for i := range c.report.Changed {
		f := &c.report.Changed[i]
		if f.OldPath == "" || f.OldPath == f.NewPath || f.Side != diff.New || strings.HasSuffix(f.OldPath, ".go") ||
			index.WordOf(f.OldPath) == "" {
			continue
		}
		module := graph.ModuleName(f.OldPath)
		importers := c.ImportersOf(module)
		if err := c.resolve(ctx, importers); err != nil {
			return err
		}
		for _, file := range importers {
			for u := range c.UnknownIn(file) {
				if u.Import && u.Module == module {
					c.addBreak(Break{
						Kind: BreakFile, Element: facts.Element{
							ID: "@File/" + f.OldPath, Type: facts.FileType, Name: f.OldPath, File: f.OldPath, Line: 1,
						},
						File: c.Element(file).File, Line: c.lineOf(file, module), In: c.Element(u.From).ID, Confidence: facts.Strong,
					})
				}
			}
		}
	}
	return nil
}

// lineOf returns the first line of a file that contains a specifier of a module, or 0.
func (c *changeBuilder) lineOf(file graph.Node, module string) int {
	text, _ := c.snapshot.Text(c.Element(file).File)
	pattern := regexp.MustCompile(`(import|require|from).*\b` + regexp.QuoteMeta(module) + `\b`)
	for i, line := range strings.Split(text, "\n") {
		if pattern.MatchString(line) {
			return i + 1
		}
	}
	return 0
}
