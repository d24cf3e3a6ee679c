package python

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// bodyShape collects what the digest of a function's body is made from. Which names
// it declares itself is known only at its end.
type bodyShape struct {
	m        *syntax.Module
	from, to token.Pos
	names    map[string]int // declared names; those before the body by number, others -1 until they occur
	next     int            // number for the next name
	foreign  []string       // names that are global or nonlocal
	labels   []token.Pos    // names that are no variables: of arguments
	holes    []hole
}

// hole is what is left out: strings that stand alone, and functions that are
// declarations of their own, for which their digest stands.
type hole struct {
	token.Span
	nested *facts.Digest
}

func newShape(m *syntax.Module) bodyShape { return bodyShape{m: m} }

// declare notes a name that the function declares. Those before its body are
// numbered in their order, so that f(a, b) and f(b, a) differ.
func (s *bodyShape) declare(name string) {
	if _, known := s.names[name]; known || name == "" {
		return
	}
	if s.names == nil {
		s.names = map[string]int{}
	}
	s.names[name] = -1
	if s.to == 0 {
		s.names[name] = s.next
		s.next++
	}
}

func (s *bodyShape) skip(n syntax.Node, nested *facts.Digest) {
	s.holes = append(s.holes, hole{token.Span{From: n.Pos(), To: n.End()}, nested})
}

// sum returns the digest of the tokens, and how many there are.
func (s *bodyShape) sum() (facts.Digest, int) {
	for _, name := range s.foreign {
		delete(s.names, name)
	}
	slices.Sort(s.labels)
	slices.SortFunc(s.holes, func(a, b hole) int { return int(a.From - b.From) })
	var buffer []byte
	count := 0
	tokens := parser.NewTokens(s.m, s.from, s.to)
	afterDot, emptyLine := false, true
	for {
		t, ok := tokens.Next()
		if !ok {
			break
		}
		if t.To > t.From && len(s.holes) > 0 && t.From >= s.holes[0].From {
			if nested := s.holes[0].nested; nested != nil {
				buffer = append(append(buffer, 0xff), nested[:]...)
				emptyLine = false
			}
			end := s.holes[0].To
			s.holes = s.holes[1:]
			if t.From < end {
				tokens.Skip(end)
				continue
			}
		}
		if t.Kind == parser.LineToken {
			if !emptyLine {
				buffer = append(buffer, byte(t.Kind))
			}
			emptyLine = true
			continue
		}
		buffer = s.token(buffer, t, afterDot)
		if t.To > t.From {
			count++
			emptyLine = false
			afterDot = s.m.Source(t) == "."
		}
	}
	return digestOf(buffer), count
}

// token adds one token.
func (s *bodyShape) token(buffer []byte, t parser.Token, afterDot bool) []byte {
	buffer = append(buffer, byte(t.Kind))
	switch t.Kind {
	case parser.NumberToken, parser.LiteralToken, parser.BlockToken, parser.EndToken:
		return buffer
	case parser.NameToken:
		name := s.m.Source(t)
		number, own := s.names[name]
		if _, label := slices.BinarySearch(s.labels, t.From); own && !afterDot && !label {
			if number < 0 {
				number, s.next = s.next, s.next+1
				s.names[name] = number
			}
			return binary.BigEndian.AppendUint32(append(buffer, 2), uint32(number))
		}
		return append(append(append(buffer, 1), name...), 0)
	default:
		return append(append(buffer, s.m.Source(t)...), 0)
	}
}

func digestOf(b []byte) facts.Digest {
	sum := sha256.Sum256(b)
	return facts.Digest(sum[:len(facts.Digest{})])
}

// declare notes a name that the function around declares.
func (i *inspector) declare(name string) {
	if m := i.measure(); m != nil {
		m.declare(name)
	}
}

// bind notes the names that are assigned to.
func (i *inspector) bind(targets ...syntax.Expr) {
	if len(i.measures) == 0 {
		return
	}
	for _, t := range targets {
		switch t := t.(type) {
		case *syntax.Name:
			i.declare(t.ID)
		case *syntax.Starred:
			i.bind(t.Value)
		case *syntax.Tuple:
			i.bind(t.Elts...)
		case *syntax.List:
			i.bind(t.Elts...)
		}
	}
}

// binding notes the names that a node declares in the function around, and those
// that it does not.
func (i *inspector) binding(n syntax.Node) {
	m := i.measure()
	if m == nil {
		return
	}
	switch n := n.(type) {
	case *syntax.AugAssign:
		i.bind(n.Target)
	case *syntax.For:
		i.bind(n.Target)
	case *syntax.Generator:
		i.bind(n.Target)
	case *syntax.WithItem:
		i.bind(n.Target)
	case *syntax.NamedExpr:
		i.bind(n.Target)
	case *syntax.Parameter:
		m.declare(n.Name.Name)
	case *syntax.TypeParam:
		m.declare(n.Name.Name)
	case *syntax.TypeAlias:
		m.declare(n.Name.Name)
	case *syntax.Alias:
		m.declare(n.AsName.Name)
	case *syntax.MatchAs:
		m.declare(n.Name.Name)
	case *syntax.MatchStar:
		m.declare(n.Name.Name)
	case *syntax.MatchMapping:
		m.declare(n.Rest.Name)
	case *syntax.MatchClass:
		for _, name := range n.Names {
			m.labels = append(m.labels, name.From)
		}
	case *syntax.Keyword:
		m.labels = append(m.labels, n.Name.From)
	case *syntax.Global:
		m.free(n.Names)
	case *syntax.Nonlocal:
		m.free(n.Names)
	}
}

func (s *bodyShape) free(names []syntax.Ident) {
	for _, n := range names {
		s.foreign = append(s.foreign, n.Name)
	}
}
