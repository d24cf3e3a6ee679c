package inspect

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// shapeHasher computes the digest of a function body with its local names replaced by numbers.
// The set of local names is complete only at the end of the function.
type shapeHasher struct {
	m          *syntax.Module
	from, to   token.Pos
	names      map[string]int // local names: parameters are numbered, others are -1 until they occur
	next       int            // next number
	outerNames []string       // global and nonlocal names
	labels     []token.Pos    // positions of the names of keyword arguments, which are not variables
	exclusions []exclusion
}

// exclusion is a part that the digest leaves out: a string statement, or a function with a
// declaration of its own, which is represented by its own digest.
type exclusion struct {
	token.Span
	nested *facts.Digest
}

func newShapeHasher(m *syntax.Module) shapeHasher { return shapeHasher{m: m} }

// declare records a local name. Parameters are numbered in their order, so that f(a, b) and
// f(b, a) differ.
func (s *shapeHasher) declare(name string) {
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

func (s *shapeHasher) exclude(n syntax.Node, nested *facts.Digest) {
	s.exclusions = append(s.exclusions, exclusion{token.Span{From: n.Pos(), To: n.End()}, nested})
}

// sum returns the digest and the number of tokens.
func (s *shapeHasher) sum() (facts.Digest, int) {
	for _, name := range s.outerNames {
		delete(s.names, name)
	}
	slices.Sort(s.labels)
	slices.SortFunc(s.exclusions, func(a, b exclusion) int { return int(a.From - b.From) })
	var buffer []byte
	count := 0
	tokens := parser.NewTokens(s.m, s.from, s.to)
	afterDot, emptyLine := false, true
	for {
		t, ok := tokens.Next()
		if !ok {
			break
		}
		if t.To > t.From && len(s.exclusions) > 0 && t.From >= s.exclusions[0].From {
			if nested := s.exclusions[0].nested; nested != nil {
				buffer = append(append(buffer, 0xff), nested[:]...)
				emptyLine = false
			}
			end := s.exclusions[0].To
			s.exclusions = s.exclusions[1:]
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

// token appends one token.
func (s *shapeHasher) token(buffer []byte, t parser.Token, afterDot bool) []byte {
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

func (s *shapeHasher) removeNames(names []syntax.Ident) {
	for _, n := range names {
		s.outerNames = append(s.outerNames, n.Name)
	}
}
