package symtable

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// Block is a part of a scope that may not be run, or more than once.
type Block struct {
	Parent        *Block
	children      []*Block
	From, to      token.Pos
	branch        syntax.Node // of the blocks of one branch only one is run
	loop          bool
	unconditional bool // it is run whenever what it is in is
	leaves        bool // whoever enters it does not come out behind it
	// Test is what holds, or where negated is set does not, while it is run.
	Test    syntax.Expr
	Negated bool
}

// At returns the innermost block around a place.
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

// within reports that a block is in another, or that other.
func (b *Block) within(outer *Block) bool {
	for ; b != nil; b = b.Parent {
		if b == outer {
			return true
		}
	}
	return false
}

// effective is the block around a block that is run exactly when that is.
func (b *Block) effective() *Block {
	for b.unconditional && b.Parent != nil {
		b = b.Parent
	}
	return b
}

// exclusive reports blocks of which one run runs only one.
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

// inLoopWith reports a loop around both.
func inLoopWith(a, b *Block) bool {
	for x := a; x != nil; x = x.Parent {
		if x.loop && b.within(x) {
			return true
		}
	}
	return false
}

// escapes reports that from a block one may come to a place outside of it.
func escapes(from, to *Block) bool {
	for x := from; x != nil && !to.within(x); x = x.Parent {
		if x.leaves {
			return false
		}
	}
	return true
}
