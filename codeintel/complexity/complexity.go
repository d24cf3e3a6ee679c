package complexity

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// FolderType is the type of the pseudo element that represents a folder. Its id is empty,
// because references to folders do not exist.
const FolderType = "folder"

// Report contains the complexity of a target.
type Report struct {
	Element   facts.Element
	Metrics   Metrics
	Functions []Function // the functions and methods in the target, or the target itself; most complex first
	// Unresolved counts the calls and imports that may belong to the fan-in or the fan-out
	// of the target and could not be resolved. If the target is the whole project, it counts
	// those of the functions passed to [Report.CountFans].
	Unresolved graph.UnresolvedCounts
	// Generated contains the generated files of the target, whether or not they were left out.
	Generated index.Generated

	target []graph.Node
}

// Function is a function or method with its metrics. Its fan-in and fan-out are 0 until
// [Report.CountFans] is called.
type Function struct {
	Element facts.Element
	Metrics Metrics
}

// Analyze measures a target: a folder relative to the root, where "." is the whole project, or
// any target for [graph.Graph.Find], whose errors it returns. It leaves out the generated files of
// a folder unless withGenerated is set; another target is measured even if it is generated.
func Analyze(ctx context.Context, s *index.Snapshot, target string, withGenerated bool) (*Report, error) {
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, err
	}
	r, inside, err := find(g, target)
	if err != nil {
		return nil, err
	}
	if err := r.measure(ctx, s, r.files(s, g, inside, withGenerated), inside); err != nil {
		return nil, err
	}
	slices.SortFunc(r.Functions, Worse)
	return r, nil
}

// FunctionsOf measures the functions and methods of a file, tests included.
func FunctionsOf(of *facts.Inspection) []Function {
	var out []Function
	for i := range of.Bodies {
		if b := &of.Bodies[i]; b.Decl >= 0 && b.Decl < len(of.Decls) {
			out = append(out, FunctionOf(of, b))
		}
	}
	return out
}

// FunctionOf measures one function of a file by its body.
func FunctionOf(of *facts.Inspection, b *facts.Body) Function {
	return Function{Element: of.Decls[b.Decl].Element, Metrics: ofBody(b)}
}

// find resolves a target. inside contains the ids of the elements in the target; nil means all
// elements of its files.
func find(g *graph.Graph, target string) (r *Report, inside map[string]bool, err error) {
	// A path takes precedence over a name, as in graph.Graph.Find.
	folder := clean(target)
	if files := g.FilesIn(folder); len(files) > 0 || folder == "." {
		return &Report{Element: folderElement(folder), target: files}, nil, nil
	}
	n, err := g.Find(target)
	if err != nil {
		return nil, nil, err
	}
	r = &Report{Element: g.Element(n), target: []graph.Node{n}}
	if g.IsFile(n) {
		return r, nil, nil
	}
	inside = map[string]bool{}
	addInside(g, n, inside)
	return r, inside, nil
}

func clean(folder string) string { return path.Clean("./" + strings.TrimPrefix(folder, "/")) }

func folderElement(folder string) facts.Element {
	return facts.Element{Type: FolderType, Name: path.Base(folder), File: folder, Line: 1, EndLine: 1}
}

func addInside(g *graph.Graph, n graph.Node, inside map[string]bool) {
	inside[g.Element(n).ID] = true
	for _, c := range g.Children(n) {
		if !inside[g.Element(c).ID] {
			addInside(g, c, inside)
		}
	}
}

// measure inspects the target's files and adds up the metrics of their functions.
func (r *Report) measure(ctx context.Context, s *index.Snapshot, files []string, inside map[string]bool) error {
	lines := map[string]*facts.Inspection{}
	err := s.Inspect(ctx, files, func(file string, of *facts.Inspection) {
		lines[file] = of
		for _, f := range FunctionsOf(of) {
			if inside == nil || inside[f.Element.ID] {
				r.Functions = append(r.Functions, f)
			}
		}
	})
	if err != nil {
		return err
	}
	r.sum(lines, inside)
	return nil
}

// files returns the files that contain the elements inside the target, and sets Generated.
func (r *Report) files(s *index.Snapshot, g *graph.Graph, inside map[string]bool, withGenerated bool) []string {
	wanted := map[string]bool{}
	for _, n := range r.target {
		wanted[g.Element(n).File] = true
	}
	for id := range inside {
		if n, ok := g.ElementOf(id); ok {
			wanted[g.Element(n).File] = true
		}
	}
	// Files excludes those that cannot be read and thus have no metrics.
	files := slices.DeleteFunc(s.Files(), func(file string) bool { return !wanted[file] })
	r.Generated = s.Generated().Among(files)
	if r.Element.Type == FolderType && !withGenerated {
		files = slices.DeleteFunc(files, r.Generated.Has)
	}
	return files
}

// sum computes the metrics of the target from those of its functions.
func (r *Report) sum(files map[string]*facts.Inspection, inside map[string]bool) {
	for i := range r.Functions {
		if r.Functions[i].Element.ID == r.Element.ID && inside != nil {
			r.Metrics = r.Functions[i].Metrics
			return
		}
	}
	r.Metrics.Level = Low
	for i := range r.Functions {
		r.Metrics.add(&r.Functions[i].Metrics)
	}
	if inside != nil {
		r.Metrics.Lines = r.linesOfElement()
		return
	}
	for _, of := range files {
		r.Metrics.CodeLines += of.CodeLines
		r.Metrics.Lines += of.CodeLines + of.CommentLines + of.BlankLines
	}
}

// linesOfElement counts the lines of the target and of its methods that are declared elsewhere.
func (r *Report) linesOfElement() int {
	e := &r.Element
	lines := e.EndLine - e.Line + 1
	for i := range r.Functions {
		f := &r.Functions[i].Element
		if f.File != e.File || f.Line < e.Line || f.EndLine > e.EndLine {
			lines += r.Functions[i].Metrics.Lines
		}
	}
	return lines
}

// Worse compares two functions; the more complex one comes first.
func Worse(a, b Function) int {
	return cmp.Or(
		cmp.Compare(b.Metrics.Score, a.Metrics.Score), b.Metrics.Cyclomatic-a.Metrics.Cyclomatic,
		b.Metrics.Cognitive-a.Metrics.Cognitive, b.Metrics.Lines-a.Metrics.Lines,
		cmp.Compare(a.Element.File, b.Element.File), a.Element.Line-b.Element.Line,
		cmp.Compare(a.Element.ID, b.Element.ID),
	)
}

// CountFans sets the fan-in and fan-out of the target and of the given functions, and the
// unresolved calls and imports around them. If the target is the whole project, its fan-in and
// fan-out stay 0, because only packages are outside of it.
func (r *Report) CountFans(ctx context.Context, s *index.Snapshot, functions []Function) error {
	return s.ResolveMissing(ctx, facts.CallsAndImports, func(g *graph.Graph) []string {
		missing := map[string]bool{}
		var around []graph.Node
		if r.Element.File != "." {
			around = r.target
			r.Metrics.FanIn, r.Metrics.FanOut = fans(g, r.target, missing)
		}
		for i := range functions {
			if n, ok := g.ElementOf(functions[i].Element.ID); ok {
				m := &functions[i].Metrics
				m.FanIn, m.FanOut = fans(g, []graph.Node{n}, missing)
				if r.Element.File == "." {
					around = append(around, n)
				}
			}
		}
		var unresolvedIn []string
		r.Unresolved, unresolvedIn = g.UnresolvedAround(around...)
		for _, file := range unresolvedIn {
			missing[file] = true
		}
		files := make([]string, 0, len(missing))
		for file := range missing {
			files = append(files, file)
		}
		slices.Sort(files)
		return files
	})
}

func fans(g *graph.Graph, nodes []graph.Node, missing map[string]bool) (in, out int) {
	in, missingIn := g.FanIn(nodes...)
	out, missingOut := g.FanOut(nodes...)
	for _, file := range append(missingIn, missingOut...) {
		missing[file] = true
	}
	return in, out
}

// Precision returns the precision of fan-in and fan-out.
func (r *Report) Precision(s *index.Snapshot) facts.Precision {
	if r.Element.Type == FolderType {
		return s.Precision()
	}
	return index.PrecisionOf(r.Element.File)
}
