package resolve

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/infer"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// visitor visits the nodes of a file and keeps the current scope and declaration.
type visitor struct {
	*infer.Evaluator
	module  *symtable.Module
	out     *facts.File
	deep    bool // references are requested
	scope   *symtable.Scope
	decl    int
	quoted  syntax.Node // quoted annotation being visited; all nodes in it have its position
	imports map[syntax.Node]*importRecord
}

// within visits a part of the tree in a declaration and scope; decl is -1 for the current
// declaration.
func (v *visitor) within(decl int, s *symtable.Scope, walk func()) {
	outerDecl, outerScope := v.decl, v.scope
	if decl >= 0 {
		v.decl = decl
	}
	v.scope = s
	walk()
	v.decl, v.scope = outerDecl, outerScope
}

// position returns the line and column of a node, starting at 1.
func (v *visitor) position(n syntax.Node) (line, column int) {
	if v.quoted != nil {
		n = v.quoted
	}
	return v.module.Syntax.Position(n.Pos())
}

func (v *visitor) unresolved(callee syntax.Node, u facts.Unresolved) {
	u.From = v.decl
	u.Line, u.Column = v.position(calleeName(callee))
	v.out.Unresolved = append(v.out.Unresolved, u)
}

// importRecord collects the facts of one import.
type importRecord struct {
	*symtable.Import
	imports []facts.Import // targets of the import, followed by members that are used through it
	direct  int            // number of targets of the import
	users   []int
}

// noReference suppresses the reference of a name.
const noReference facts.ReferenceKind = 255
