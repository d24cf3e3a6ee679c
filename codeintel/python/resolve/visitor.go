package resolve

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/infer"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// visitor walks one file, knowing which scope and declaration it is in.
type visitor struct {
	*infer.Evaluator
	module  *symtable.Module
	out     *facts.File
	deep    bool // references are wanted
	scope   *symtable.Scope
	decl    int
	quoted  syntax.Node // stands for the positions of an annotation in quotes
	imports map[syntax.Node]*importRecord
}

// within walks something as part of a declaration and scope.
func (v *visitor) within(decl int, s *symtable.Scope, walk func()) {
	outerDecl, outerScope := v.decl, v.scope
	if decl >= 0 {
		v.decl = decl
	}
	v.scope = s
	walk()
	v.decl, v.scope = outerDecl, outerScope
}

// position returns where a node is written, from 1.
func (v *visitor) position(n syntax.Node) (line, column int) {
	if v.quoted != nil {
		n = v.quoted
	}
	return v.module.Syntax.Position(n.Pos())
}

func (v *visitor) unresolved(u facts.Unresolved) {
	u.From = v.decl
	v.out.Unresolved = append(v.out.Unresolved, u)
}

// importRecord is what an import became.
type importRecord struct {
	*symtable.Import
	imports []facts.Import // what it leads to, then members that are used through it
	direct  int            // how many of them it leads to
	users   []int
}

// noReference is for names in places that need no reference of their own.
const noReference facts.ReferenceKind = 255
