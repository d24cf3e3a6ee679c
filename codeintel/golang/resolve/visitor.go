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

// resolution is what became of the expression that a call names.
type resolution struct {
	targets         []facts.Target
	known           bool           // no targets, and none to be listed: a built-in, a local function
	uncertain       bool           // it may also be something else, even if there are targets
	exact           bool           // a method that no other stands in for
	through         *facts.Target  // the interface it is called by way of, if that only embeds the method's
	candidates      []facts.Target // what else it may be, as far as that can be told
	interfaceMethod string         // a method of an interface from outside: whoever implements it
	name            string         // what is called, if it is written with another name
}

// extractor takes facts out of a type-checked unit.
type extractor struct {
	*load.Loader
	job   *job
	info  *types.Info
	pkg   *types.Package
	trees map[*token.File]*syntax.Tree // of the unit

	references bool // are asked for
}

// treeOf returns the tree of the project that a position lies in, nil if none.
func (x *extractor) treeOf(p token.Pos) *syntax.Tree {
	if f := x.Fset.File(p); f != nil && x.trees[f] != nil {
		return x.trees[f]
	}
	return x.TreeAt(p)
}

// visitor walks one file, knowing which declaration it is in.
type visitor struct {
	*extractor
	file    *project.File
	tree    *syntax.Tree
	current int
	out     *facts.File
	imports fileImports
	values  map[types.Object]*assignments // what local variables are set to; nil until needed
	// steps counts the expressions that were looked at for the call at hand.
	steps    int
	callees  map[*ast.Ident]bool // names that are called
	embedded map[*ast.Ident]bool // names that are inherited from
}

// declOf returns the declaration of the first name that is listed.
func (v *visitor) declOf(names ...*ast.Ident) int {
	for _, name := range names {
		if i, ok := v.tree.DeclAt[name.Pos()]; ok {
			return i
		}
	}
	return facts.ModuleLevel
}

func (v *visitor) addUnresolved(u facts.Unresolved) {
	u.From = v.current
	v.out.Unresolved = append(v.out.Unresolved, u)
}

// fileImports is what the import declarations of a file bring in.
type fileImports struct {
	specs map[*types.PkgName]*importSpec
	dots  map[*types.Package]*importSpec
	all   []*importSpec
}

// importSpec is one import with the facts that it became.
type importSpec struct {
	spec    *ast.ImportSpec
	path    string
	found   project.Import
	outside int // index of the import, for a package outside the project; else -1
	members map[types.Object][]int
	used    bool
}

// job is a unit with the files of it that are asked for.
type job struct {
	project.Unit
	requested []*project.File
	files     []*project.File
	trees     []*syntax.Tree // of files; whole ones of those that are asked for

	found   map[string]project.Import // by import path
	imports map[string]*load.Package
	result  map[*project.File]*facts.File
}

// A variable says what is called only if it can hold nothing else: its type tells
// of which kind a function is, not which one it is at the moment.

// assignments is what a local variable is set to, in all places.
type assignments struct {
	values  []ast.Expr
	unknown bool // and to something that cannot be told
}
