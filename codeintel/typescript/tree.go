package typescript

import (
	"sync"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/outline"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// tree is what the parse of a project file tells by itself.
type tree struct {
	file         *tsgo.SourceFile
	path         string // relative
	lines        int
	warning      string
	decls        []facts.Decl
	byNode       map[*tsgo.Node]int // declaring nodes to declarations
	constructors map[int]int        // class to its constructor
	sketch       *sketch
	hidden       []*body
	shape        shape

	assignments func() *syntax.AssignmentTargets
	items       []*item // of each statement; nil until it is asked for
}

func newTree(rel string, f *tsgo.SourceFile) *tree {
	o := outline.Of(rel, f)
	t := &tree{
		file: f, path: rel, lines: tsgo.LineOf(f, f.End()), warning: syntax.SyntaxWarning(rel, f),
		decls: o.Decls(), byNode: o.ByNode(), constructors: map[int]int{},
		assignments: sync.OnceValue(func() *syntax.AssignmentTargets { return syntax.CollectAssignmentTargets(f) }),
	}
	for i, decl := range t.decls {
		if decl.Parent >= 0 && decl.Type == facts.Method && syntax.LastSegment(decl.Name) == "constructor" {
			t.constructors[decl.Parent] = i
		}
	}
	t.sketch, t.hidden = newSketch(t, o.ExportedLocals)
	t.shape = shapeOf(f, t.hidden)
	t.items = make([]*item, len(f.Statements.Nodes))
	return t
}

// forest holds the trees of the project's files, by their syntax trees: a file
// that several programs read in different ways has several.
type forest struct{ trees sync.Map }

// plant makes the tree of a file, once.
func (f *forest) plant(rel string, file *tsgo.SourceFile) {
	if _, ok := f.trees.Load(file); !ok {
		f.trees.Store(file, newTree(rel, file))
	}
}

// of returns the tree of a file, or nil if it is none of the project's.
func (f *forest) of(file *tsgo.SourceFile) *tree {
	if t, ok := f.trees.Load(file); ok {
		return t.(*tree)
	}
	return nil
}

// keep drops all trees but those for which used is true.
func (f *forest) keep(used func(*tsgo.SourceFile) bool) {
	f.trees.Range(func(file, _ any) bool {
		if !used(file.(*tsgo.SourceFile)) {
			f.trees.Delete(file)
		}
		return true
	})
}
