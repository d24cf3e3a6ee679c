package summary

import (
	"crypto/sha256"
	"hash"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// Shape is a digest of everything that other files can see of a file: its text without
// the function bodies that cannot affect other files.
type Shape [sha256.Size]byte

// shaper finds the function bodies that cannot affect other files. The types that other
// files see do not depend on the body of a function with a return type annotation, nor
// on functions in the value of a variable or property with a type annotation. Callees
// are traced to assigned values, so a body with an assignment is hidden only if the
// assignment cannot matter for tracing.
type shaper struct {
	shapeScope
	disabled bool // true for JavaScript, where types are inferred from function bodies
	bodies   []*body
	names    map[string]int // number of declarations per name in the file
}

// body is an outermost function body that may be hidden.
type body struct {
	node            *tsgo.Node
	names           map[string]int // number of declarations per name in the function
	assigned        []string       // variables that it assigns to
	keptAssignments []*tsgo.Node   // assigned properties, which stay visible
	visible         bool           // it must not be hidden
}

// newShaper returns a shaper for a file.
func newShaper(f *tsgo.SourceFile) *shaper {
	return &shaper{disabled: f.IsJS(), names: map[string]int{}}
}

// shapeScope is the position of a shaper in the tree.
type shapeScope struct {
	typed bool // an enclosing declaration has a type annotation
	at    *body
}

// enter is called for every node before its children. The caller restores the scope
// afterwards.
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
	case tsgo.KindFunctionDeclaration, tsgo.KindMethodDeclaration, tsgo.KindFunctionExpression, tsgo.KindArrowFunction,
		tsgo.KindGetAccessor:
		if s.at == nil && n.Body() != nil && (s.typed || n.Type() != nil) {
			s.at = &body{node: n.Body(), names: map[string]int{}}
			s.bodies = append(s.bodies, s.at)
		}
	case tsgo.KindClassDeclaration, tsgo.KindClassExpression:
		s.typed = false // the types of its members are visible
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

// assign records an assignment in a body.
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
	// Not this.x = …: the object may depend on the body, or the assignment may declare a property
	// that other files see.
	if root.Kind != tsgo.KindThisKeyword {
		s.at.visible = true
	}
	s.at.keptAssignments = append(s.at.keptAssignments, left)
}

// mayHoldCallee reports whether a callee can be traced to an assigned value.
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

// hidden returns the bodies to leave out, in source order.
func (s *shaper) hidden() []*body {
	var out []*body
	for _, b := range s.bodies {
		if !b.visible && s.declaresAllAssigned(b) && (len(out) == 0 || out[len(out)-1].node.End() <= b.node.Pos()) {
			out = append(out, b)
		}
	}
	return out
}

// shapeOf returns the shape of a file.
func shapeOf(f *tsgo.SourceFile, hidden []*body) Shape {
	h := sha256.New()
	writeVisible(h, f, hidden, 0, len(f.Text()))
	return Shape(h.Sum(nil))
}

// writeVisible writes the text between two offsets without the hidden bodies in that
// range.
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

// declaresAllAssigned reports whether a body declares all variables that it assigns to,
// judged by names.
func (s *shaper) declaresAllAssigned(b *body) bool {
	return !slices.ContainsFunc(b.assigned, func(name string) bool {
		return b.names[name] == 0 || b.names[name] != s.names[name]
	})
}
