package python

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// scopeKind is what opens a scope.
type scopeKind uint8

const (
	moduleScope scopeKind = iota
	classScope
	functionScope // of lambdas too
	compScope
)

// scope is one scope with what is bound in it.
type scope struct {
	kind     scopeKind
	module   *module
	parent   *scope // in which it stands; nil for a module's
	class    *class
	function *function
	decl     int // innermost declaration around its statements
	names    map[string][]*binding
	stars    []*binding            // import *
	put      map[string][]*binding // what is put into what its names hold
	globals  map[string]bool       // declared global here
	outer    map[string]bool       // declared nonlocal here
	root     *block
	end      token.Pos
}

// bindingKind is how a name comes by its value.
type bindingKind uint8

const (
	boundDef bindingKind = iota
	boundClass
	boundImport
	boundValue     // = value
	boundItem      // for, comprehension: an element of value
	boundContext   // with value as
	boundException // except value as
	boundParameter
	boundPattern // captured by a case: value is a class, or nil
	boundAlias   // type X = value
	boundTypeParam
	boundNothing // del, +=
)

// binding is one place where a name is bound.
type binding struct {
	kind       bindingKind
	name       string
	scope      *scope // in which value and annotation are evaluated
	value      syntax.Expr
	annotation syntax.Expr
	path       []int // which part of the value, where it is unpacked: from outside inwards
	function   *function
	class      *class
	imported   *importName
	parameter  *syntax.Parameter
	async      bool
	node       syntax.Node // that is the name, or says it
	from       token.Pos   // where it takes effect
	block      *block
}

// block is a part of a scope that may not be run, or more than once.
type block struct {
	parent   *block
	children []*block
	from, to token.Pos
	branch   syntax.Node // of the blocks of one branch only one is run
	loop     bool
	clear    bool // it is run whenever what it is in is
	ends     bool // whoever enters it does not come out behind it
	// test is what holds, or where negated is set does not, while it is run.
	test    syntax.Expr
	negated bool
}

// at returns the innermost block around a place.
func (b *block) at(p token.Pos) *block {
	for {
		inner := b.child(p)
		if inner == nil {
			return b
		}
		b = inner
	}
}

func (b *block) child(p token.Pos) *block {
	for _, c := range b.children {
		if c.from <= p && p < c.to {
			return c
		}
	}
	return nil
}

// within reports that a block is in another, or that other.
func (b *block) within(outer *block) bool {
	for ; b != nil; b = b.parent {
		if b == outer {
			return true
		}
	}
	return false
}

// effective is the block around a block that is run exactly when that is.
func (b *block) effective() *block {
	for b.clear && b.parent != nil {
		b = b.parent
	}
	return b
}

// exclusive reports blocks of which one run runs only one.
func exclusive(a, b *block) bool {
	for x := a; x != nil; x = x.parent {
		if x.branch == nil {
			continue
		}
		for y := b; y != nil; y = y.parent {
			if y.branch == x.branch {
				return x != y
			}
		}
	}
	return false
}

// inLoopWith reports a loop around both.
func inLoopWith(a, b *block) bool {
	for x := a; x != nil; x = x.parent {
		if x.loop && b.within(x) {
			return true
		}
	}
	return false
}

// escapes reports that from a block one may come to a place outside of it.
func escapes(from, to *block) bool {
	for x := from; x != nil && !to.within(x); x = x.parent {
		if x.ends {
			return false
		}
	}
	return true
}

// reaching returns the bindings of a name that may be in effect at a place of the
// scope.
func (s *scope) reaching(name string, p token.Pos) []*binding {
	all := s.names[name]
	if len(all) < 2 && (len(all) == 0 || all[0].from <= p) {
		return all
	}
	use := s.root.at(p)
	var found []*binding
	for i := len(all) - 1; i >= 0; i-- {
		b := all[i]
		if b.from > p {
			if inLoopWith(b.block, use) {
				found = append(found, b)
			}
			continue
		}
		if exclusive(b.block, use) || !escapes(b.block, use) {
			continue
		}
		found = append(found, b)
		if b.kind != boundNothing && use.within(b.block.effective()) {
			break
		}
	}
	if len(found) == 0 && s.kind == functionScope {
		return all
	}
	return found
}

// final returns the bindings of a name that are there when the scope is done.
func (s *scope) final(name string) []*binding {
	all := s.names[name]
	if len(all) < 2 {
		return all
	}
	var found []*binding
	for i := len(all) - 1; i >= 0; i-- {
		found = append(found, all[i])
		if all[i].kind != boundNothing && all[i].block.effective() == s.root {
			break
		}
	}
	return found
}
