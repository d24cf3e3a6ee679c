package infer

import "slices"

// The values of expressions are the least solution of equations that may be recursive: the
// result of a function depends on the results of other functions. The solver repeats the
// evaluation of a recursive group until it does not change, so that the solution does not
// depend on the equation at which it starts.

// equation identifies an equation: a node, scope or binding, and an aspect of it.
type equation struct {
	subject any
	aspect  string
}

// entry is an equation whose evaluation is not complete.
type entry struct {
	key       equation
	values    []Value
	low       int  // index of the outermost stack entry that it depends on
	recursive bool // it depends on itself
	active    bool // on the stack
	valid     bool // evaluated in the current round
}

// solver solves equations. It is not safe for concurrent use.
type solver struct {
	done    map[equation][]Value
	pending map[equation]*entry
	order   []*entry // pending entries in order of their start
	stack   []*entry
}

// Bounds of the evaluation.
const (
	maxRounds = 8
	maxDepth  = 160
)

func newSolver() solver { return solver{done: map[equation][]Value{}, pending: map[equation]*entry{}} }

// solve returns the values of an equation. Each call of f evaluates the equation once.
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
		s.depend(-1) // discards all results that depend on this cutoff
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
	default: // cutoff: discard the results
		clear(s.pending)
		s.order = nil
	}
	return values
}

// depend records that the current equation depends on a stack entry.
func (s *solver) depend(low int) {
	if n := len(s.stack); n > 0 {
		top := s.stack[n-1]
		top.low = min(top.low, low)
		top.recursive = top.recursive || low == n-1
	}
}

// countValues counts the values of the entries starting at first. The number never decreases.
func (s *solver) countValues(first int) int {
	n := len(s.order) - first
	for _, e := range s.order[first:] {
		n += len(e.values)
	}
	return n
}
