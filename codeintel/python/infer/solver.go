package infer

import "slices"

// What an expression may give is the least solution of many equations that may
// refer to each other in circles: what a function returns depends on what others
// return. The solver finds it by evaluating circles again until nothing changes,
// so that results do not depend on where an evaluation began.

// equation identifies what is evaluated: a node of a tree with what is asked of it.
type equation struct {
	subject any
	aspect  string
}

// entry is an equation on its way.
type entry struct {
	key       equation
	values    []Value
	low       int  // the outermost entry on the stack it depends on
	recursive bool // it depends on itself
	active    bool // on the stack
	valid     bool // evaluated in this round
}

// solver evaluates equations. It serves one goroutine.
type solver struct {
	done    map[equation][]Value
	pending map[equation]*entry
	order   []*entry // pending ones, in the order in which they were begun
	stack   []*entry
}

// Bounds of what is evaluated for one equation.
const (
	maxRounds = 8
	maxDepth  = 160
)

func newSolver() solver { return solver{done: map[equation][]Value{}, pending: map[equation]*entry{}} }

// solve returns the values of an equation that f evaluates.
func (s *solver) solve(key equation, f func() []Value) []Value {
	if v, ok := s.done[key]; ok {
		return v
	}
	e := s.pending[key]
	if e != nil && (e.active || e.valid) {
		s.depend(e.low)
		return e.values
	}
	if len(s.stack) >= maxDepth {
		s.depend(-1) // nothing that was cut off here is kept
		return nil
	}
	if e == nil {
		e = &entry{key: key, low: len(s.stack)}
		s.pending[key] = e
		s.order = append(s.order, e)
	}
	at, first := len(s.stack), slices.Index(s.order, e)
	s.stack = append(s.stack, e)
	e.low, e.active = min(e.low, at), true
	for round := 0; ; round++ {
		e.recursive = false
		before := s.countValues(first)
		e.values = join(e.values, f()...)
		if e.low < at || !e.recursive || s.countValues(first) == before || round == maxRounds {
			break
		}
		for _, inner := range s.order[first+1:] {
			inner.valid = false
		}
	}
	e.active, e.valid = false, true
	s.stack = s.stack[:at]
	values := e.values
	switch {
	case e.low >= at:
		for _, inner := range s.order[first:] {
			s.done[inner.key] = inner.values
			delete(s.pending, inner.key)
		}
		s.order = s.order[:first]
	case at > 0:
		s.depend(e.low)
	default: // cut off
		clear(s.pending)
		s.order = nil
	}
	return values
}

// depend notes that what is evaluated depends on an entry of the stack.
func (s *solver) depend(low int) {
	if n := len(s.stack); n > 0 {
		top := s.stack[n-1]
		top.low = min(top.low, low)
		top.recursive = top.recursive || low == n-1
	}
}

// countValues counts the values of the entries from one on: they only grow.
func (s *solver) countValues(first int) int {
	n := len(s.order) - first
	for _, e := range s.order[first:] {
		n += len(e.values)
	}
	return n
}
