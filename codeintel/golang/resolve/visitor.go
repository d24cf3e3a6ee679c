package resolve

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/load"
	"github.com/coderef-system/coderefd/codeintel/golang/project"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// resolution is the result of resolving a callee.
type resolution struct {
	targets         []facts.Target
	known           bool           // no targets to report: a built-in function or a local function
	uncertain       bool           // it may have other targets, too
	exact           bool           // a method that cannot be overridden
	through         *facts.Target  // the interface through which the method is called, if that interface only embeds it
	candidates      []facts.Target // further possible targets
	interfaceMethod string         // name of a method of an interface outside the project
	name            string         // name of the target if the call uses another name
}

// extractor reports the facts of a type-checked unit.
type extractor struct {
	*load.Loader
	job   *job
	info  *types.Info
	pkg   *types.Package
	trees map[*token.File]*syntax.Tree // trees of the unit

	references bool // references are requested
}

// treeOf returns the tree of the project that contains a position, or nil.
func (x *extractor) treeOf(p token.Pos) *syntax.Tree {
	if f := x.Fset.File(p); f != nil && x.trees[f] != nil {
		return x.trees[f]
	}
	return x.TreeAt(p)
}

// visitor visits the nodes of a file and keeps the current declaration.
type visitor struct {
	*extractor
	file    *project.File
	tree    *syntax.Tree
	current int
	out     *facts.File
	imports fileImports
	values  map[types.Object]*assignments // values of local variables; nil until needed
	// steps counts the expressions visited for the current call.
	steps    int
	callees  map[*ast.Ident]bool // names of callees
	embedded map[*ast.Ident]bool // names of embedded types; nil unless references are requested
}

// declOf returns the declaration of the first name that the outline lists.
func (v *visitor) declOf(names ...*ast.Ident) int {
	for _, name := range names {
		if i, ok := v.tree.DeclAt[name.Pos()]; ok {
			return i
		}
	}
	return facts.ModuleLevel
}

func (v *visitor) addUnresolved(at token.Pos, u facts.Unresolved) {
	u.From = v.current
	u.Line, u.Column = v.tree.Position(at)
	v.out.Unresolved = append(v.out.Unresolved, u)
}

// fileImports contains the imports of a file.
type fileImports struct {
	specs map[*types.PkgName]*importSpec
	dots  map[*types.Package]*importSpec
	all   []*importSpec
}

// importSpec is an import declaration and the imports recorded for it.
type importSpec struct {
	spec    *ast.ImportSpec
	path    string
	found   project.Import
	outside int // index of the recorded import of a package outside the project, else -1
	members map[types.Object][]int
	used    bool
}

// job is a unit, with those of its files that are to be resolved.
type job struct {
	project.Unit
	requested []*project.File
	files     []*project.File
	trees     []*syntax.Tree // parallel to files; with bodies for requested files

	found   map[string]project.Import // by import path
	imports map[string]*load.Package
	result  map[*project.File]*facts.File
}

// A call of a variable has a known target only if the variable has a single value: the type of
// the variable does not identify the function.

// assignments contains the values assigned to a local variable.
type assignments struct {
	values  []ast.Expr
	unknown bool // some values are unknown
}
