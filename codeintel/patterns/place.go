package patterns

import (
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// The kinds of patterns in addition to those of package facts.
const (
	All       = "all"
	Duplicate = "duplicate" // functions whose bodies differ only in local names and literals
	TestGap   = "test_gap"  // functions that no test reaches
	// PossiblyReached are the functions that no test reaches by calls, and that the runtime, a
	// library or a stored callback may call in a test. They are found together with test gaps.
	PossiblyReached = "possibly_reached"
)

// Place is one occurrence of a pattern.
type Place struct {
	Kind, Name    string
	File          string
	Line, EndLine int
	Element       string // the ID of the element that it is or is part of; empty for code outside of elements
	Group         string // of a duplicate: equal for all of its copies
	Detail        string // further information in a few words
	Test          bool   // the place is in a test file
	weight        int    // the place with the largest weight comes first
}

// Count is the number of occurrences of a pattern.
type Count struct {
	Kind, Name    string
	Places, Files int
}

// KindSummary counts the places of a kind.
type KindSummary struct {
	Kind          string
	Places, Files int
	InTests       int   // number of places in test files
	Top           Place // the first place
}

// Report is the result of [Find].
type Report struct {
	// Places lists those outside of test files first, by kind in the order of [Kinds], then
	// heaviest, name and place.
	Places []Place
	Counts []Count       // most used first
	Kinds  []KindSummary // the kinds that occur, in the order of [Kinds]
	// Unresolved counts the references that may hide what tests reach. It is nil unless
	// test gaps were requested and there are tests.
	Unresolved *graph.UnresolvedCounts
	// Generated contains the generated files, whether or not they were left out.
	Generated index.Generated
}

// finder collects places.
type finder struct {
	kind       string
	places     []Place
	unresolved *graph.UnresolvedCounts
}

func (f *finder) wants(kind string) bool { return f.kind == All || f.kind == kind }

// wantsGaps reports whether the kinds that gaps finds are requested.
func (f *finder) wantsGaps() bool { return f.wants(TestGap) || f.wants(PossiblyReached) }
