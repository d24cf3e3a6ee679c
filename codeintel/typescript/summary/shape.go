package summary

import (
	"crypto/sha256"
	"hash"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// Shape identifies what other files can see of a file: its text, without the
// bodies of functions that nothing of can be seen.
type Shape [sha256.Size]byte

// shaper finds the bodies to leave out. The types that others see do not depend on
// the body of a function whose return type is written down, nor on any function in
// the value of a variable or property whose type is. What a body assigns to may
// be seen, since callees are traced to what was assigned: such a body stays,
// unless it is plain that nothing is to be traced.
type shaper struct {
	shapeScope
	disabled bool // a JavaScript file: types are inferred from everything
	bodies   []*body
	names    map[string]int // how often names are declared in the file
}

// body is that of an outermost function that may be left out.
type body struct {
	node            *tsgo.Node
	names           map[string]int // as above, in the function
	assigned        []string       // variables it assigns to: no matter if they are its own
	keptAssignments []*tsgo.Node   // assigned properties, which do matter
	visible         bool           // it must not be left out
}

func newShaper(f *tsgo.SourceFile) *shaper {
	return &shaper{disabled: f.IsJS(), names: map[string]int{}}
}

// place is where a shaper is in the tree.
type shapeScope struct {
	typed bool // the type around is written down
	at    *body
}

// enter is called for every node before those in it, and has to be undone by
// going back to where it was.
func (s *shaper) enter(n *tsgo.Node) {
	if s.disabled {
		return
	}
	switch n.Kind {
	case tsgo.KindVariableDeclaration, tsgo.KindPropertyDeclaration:
		s.typed = s.typed || n.Type() != nil
		s.declare(n)
	case tsgo.KindParameter, tsgo.KindBindingElement:
		s.declare(n)
	case tsgo.KindFunctionDeclaration, tsgo.KindMethodDeclaration, tsgo.KindFunctionExpression, tsgo.KindArrowFunction, tsgo.KindGetAccessor:
		if s.at == nil && n.Body() != nil && (s.typed || n.Type() != nil) {
			s.at = &body{node: n.Body(), names: map[string]int{}}
			s.bodies = append(s.bodies, s.at)
		}
	case tsgo.KindClassDeclaration, tsgo.KindClassExpression:
		s.typed = false // its members are seen by what they are
	case tsgo.KindBinaryExpression:
		if s.at != nil && tsgo.IsAssignment(n) {
			s.assign(n.AsBinaryExpression().Left, n.AsBinaryExpression().Right)
		}
	case tsgo.KindPrefixUnaryExpression, tsgo.KindPostfixUnaryExpression:
		if operand := tsgo.UpdatedOperand(n); s.at != nil && operand != nil {
			s.assign(operand, nil)
		}
	case tsgo.KindForInStatement, tsgo.KindForOfStatement:
		if s.at != nil && n.Initializer().Kind != tsgo.KindVariableDeclarationList {
			s.at.visible = true
		}
	}
}

func (s *shaper) declare(n *tsgo.Node) {
	if n.Name() == nil || n.Name().Kind != tsgo.KindIdentifier || n.Kind == tsgo.KindPropertyDeclaration {
		return
	}
	s.names[n.Name().Text()]++
	if s.at != nil {
		s.at.names[n.Name().Text()]++
	}
}

// assign notes an assignment in a body.
func (s *shaper) assign(left, right *tsgo.Node) {
	left = tsgo.SkipOuter(left)
	switch {
	case left.Kind == tsgo.KindIdentifier:
		s.at.assigned = append(s.at.assigned, left.Text())
		return
	case left.Kind != tsgo.KindPropertyAccessExpression, right != nil && mayHoldCallee(right):
		s.at.visible = true
		return
	}
	root := left
	for root.Kind == tsgo.KindPropertyAccessExpression {
		root = tsgo.SkipOuter(root.Expression())
	}
	if root.Kind != tsgo.KindThisKeyword { // what it is depends on the body, or it may declare the property
		s.at.visible = true
	}
	s.at.keptAssignments = append(s.at.keptAssignments, left)
}

// mayDenote reports a value that a callee may be traced to.
func mayHoldCallee(n *tsgo.Node) bool {
	switch n = tsgo.SkipOuter(n); n.Kind {
	case tsgo.KindArrowFunction, tsgo.KindFunctionExpression, tsgo.KindNullKeyword, tsgo.KindNewExpression,
		tsgo.KindObjectLiteralExpression, tsgo.KindArrayLiteralExpression, tsgo.KindPrefixUnaryExpression,
		tsgo.KindStringLiteral, tsgo.KindNumericLiteral, tsgo.KindTrueKeyword, tsgo.KindFalseKeyword:
		return false
	case tsgo.KindCallExpression: // f.bind(…)
		f := tsgo.SkipOuter(n.Expression())
		return f.Kind == tsgo.KindPropertyAccessExpression && f.Name().Text() == "bind" || tsgo.IsRequireCall(n)
	}
	return true
}

// hidden returns the bodies to leave out, in order.
func (s *shaper) hidden() []*body {
	var out []*body
	for _, b := range s.bodies {
		if !b.visible && s.declaresAllAssigned(b) && (len(out) == 0 || out[len(out)-1].node.End() <= b.node.Pos()) {
			out = append(out, b)
		}
	}
	return out
}

// shapeOf sums a file up.
func shapeOf(f *tsgo.SourceFile, hidden []*body) Shape {
	h := sha256.New()
	writeVisible(h, f, hidden, 0, len(f.Text()))
	return Shape(h.Sum(nil))
}

// writeVisible writes the text between two offsets without the hidden bodies that
// lie there.
func writeVisible(to hash.Hash, f *tsgo.SourceFile, hidden []*body, from, end int) {
	text := f.Text()
	for _, b := range hidden {
		if b.node.Pos() < from || b.node.End() > end {
			continue
		}
		to.Write([]byte(text[from:b.node.Pos()]))
		for _, n := range b.keptAssignments {
			to.Write([]byte{0})
			to.Write([]byte(tsgo.SourceText(n, f)))
		}
		to.Write([]byte{0})
		from = b.node.End()
	}
	to.Write([]byte(text[from:end]))
}

// ownsAll reports a body that declares all variables it assigns to, as far as
// names tell.
func (s *shaper) declaresAllAssigned(b *body) bool {
	return !slices.ContainsFunc(b.assigned, func(name string) bool {
		return b.names[name] == 0 || b.names[name] != s.names[name]
	})
}
