package symtable

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// Block is a part of a scope that may run zero, one or several times.
type Block struct {
	Parent        *Block
	children      []*Block
	From, to      token.Pos
	branch        syntax.Node // of several blocks with the same branch, at most one runs
	loop          bool
	unconditional bool // runs whenever its parent runs
	leaves        bool // control does not continue after the block
	// Test is the condition under which the block runs; negated if Negated is set.
	Test    syntax.Expr
	Negated bool
}

// At returns the innermost block around a position.
func (b *Block) At(p token.Pos) *Block {
	for {
		inner := b.child(p)
		if inner == nil {
			return b
		}
		b = inner
	}
}

func (b *Block) child(p token.Pos) *Block {
	for _, c := range b.children {
		if c.From <= p && p < c.to {
			return c
		}
	}
	return nil
}

// within reports whether b is outer or inside it.
func (b *Block) within(outer *Block) bool {
	for ; b != nil; b = b.Parent {
		if b == outer {
			return true
		}
	}
	return false
}

// effective returns the outermost block that runs exactly when b runs.
func (b *Block) effective() *Block {
	for b.unconditional && b.Parent != nil {
		b = b.Parent
	}
	return b
}

// exclusive reports whether at most one of two blocks runs.
func exclusive(a, b *Block) bool {
	for x := a; x != nil; x = x.Parent {
		if x.branch == nil {
			continue
		}
		for y := b; y != nil; y = y.Parent {
			if y.branch == x.branch {
				return x != y
			}
		}
	}
	return false
}

// inLoopWith reports whether a loop contains both blocks.
func inLoopWith(a, b *Block) bool {
	for x := a; x != nil; x = x.Parent {
		if x.loop && b.within(x) {
			return true
		}
	}
	return false
}

// escapes reports whether control can continue from a block to a position outside it.
func escapes(from, to *Block) bool {
	for x := from; x != nil && !to.within(x); x = x.Parent {
		if x.leaves {
			return false
		}
	}
	return true
}
