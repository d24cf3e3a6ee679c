package inspect

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// bodyShape collects the tokens of a function body. The set of names that the function
// declares is complete only at its end.
type bodyShape struct {
	file   *tsgo.SourceFile
	open   bool           // the current node is in the body
	names  map[string]int // declared names; parameters by number, others -1 until they occur
	next   int            // number for the next name
	tokens []bodyToken
	count  int // number of tokens, without those of nested declarations
}

// bodyToken is a token of a body, or a nested declared function.
type bodyToken struct {
	kind       tsgo.Kind
	start, end int
	name       bool          // it may refer to a declared name
	nested     *facts.Digest // a function that is a declaration of its own
}

func newShape(f *tsgo.SourceFile) bodyShape { return bodyShape{file: f, names: map[string]int{}} }

// declare records a name that the function declares. Parameters are numbered in their
// order, so that f(a, b) and f(b, a) differ.
func (s *bodyShape) declare(name string) {
	if _, known := s.names[name]; known {
		return
	}
	s.names[name] = -1
	if !s.open {
		s.names[name] = s.next
		s.next++
	}
}

// token adds a token of the body.
func (s *bodyShape) token(kind tsgo.Kind, start, end int, node *tsgo.Node) {
	if !s.open {
		return
	}
	s.count++
	s.tokens = append(s.tokens, bodyToken{kind: kind, start: start, end: end, name: node != nil && refers(node)})
}

// addNested adds the digest of a nested declared function in place of its tokens.
func (s *bodyShape) addNested(d facts.Digest) {
	if s.open {
		s.tokens = append(s.tokens, bodyToken{nested: &d})
	}
}

// digest returns a digest of the tokens and their number. Declared names are replaced
// by numbers.
func (s *bodyShape) digest() (facts.Digest, int) {
	text := s.file.Text()
	buffer := make([]byte, 0, 8*len(s.tokens))
	for _, t := range s.tokens {
		if t.nested != nil {
			buffer = append(append(buffer, 0xff), t.nested[:]...)
			continue
		}
		kind := t.kind
		if kind == tsgo.KindNoSubstitutionTemplateLiteral {
			kind = tsgo.KindStringLiteral
		}
		buffer = binary.BigEndian.AppendUint16(buffer, uint16(kind))
		switch kind {
		case tsgo.KindIdentifier, tsgo.KindPrivateIdentifier:
			name := text[t.start:t.end]
			number, own := s.names[name]
			if !own || !t.name {
				buffer = append(append(append(buffer, 1), name...), 0)
				continue
			}
			if number < 0 {
				number, s.next = s.next, s.next+1
				s.names[name] = number
			}
			buffer = binary.BigEndian.AppendUint32(append(buffer, 2), uint32(number))
		case tsgo.KindUnknown:
			buffer = append(append(buffer, text[t.start:t.end]...), 0)
		default: // the kind is enough
		}
	}
	sum := sha256.Sum256(buffer)
	return facts.Digest(sum[:len(facts.Digest{})]), s.count
}

// combineShapes returns a digest of two digests.
func combineShapes(a, b facts.Digest) facts.Digest {
	sum := sha256.Sum256(append(a[:], b[:]...))
	return facts.Digest(sum[:len(facts.Digest{})])
}

// refers reports whether an identifier refers to a variable, not to a member.
func refers(n *tsgo.Node) bool {
	p := n.Parent
	if n.Kind != tsgo.KindIdentifier || p == nil {
		return false
	}
	switch p.Kind {
	case tsgo.KindPropertyAccessExpression, tsgo.KindPropertyAssignment, tsgo.KindMethodDeclaration,
		tsgo.KindPropertyDeclaration,
		tsgo.KindPropertySignature, tsgo.KindMethodSignature, tsgo.KindGetAccessor, tsgo.KindSetAccessor,
		tsgo.KindShorthandPropertyAssignment, tsgo.KindJsxAttribute, tsgo.KindEnumMember:
		return p.Name() != n
	case tsgo.KindQualifiedName:
		return p.AsQualifiedName().Right != n
	case tsgo.KindBindingElement: // a is a property in { a }, but a variable in { b: a }
		element := p.AsBindingElement()
		return element.PropertyName != n &&
			(element.PropertyName != nil || p.Parent.Kind != tsgo.KindObjectBindingPattern)
	}
	return true
}

// declaredIn returns the name that a node declares in the enclosing function, or "".
func declaredIn(n *tsgo.Node) string {
	switch n.Kind {
	case tsgo.KindVariableDeclaration, tsgo.KindParameter, tsgo.KindBindingElement, tsgo.KindFunctionDeclaration,
		tsgo.KindFunctionExpression, tsgo.KindClassDeclaration, tsgo.KindClassExpression,
		tsgo.KindInterfaceDeclaration, tsgo.KindTypeAliasDeclaration, tsgo.KindEnumDeclaration,
		tsgo.KindTypeParameter:
		if name := n.Name(); name != nil && name.Kind == tsgo.KindIdentifier {
			return name.Text()
		}
	}
	return ""
}
