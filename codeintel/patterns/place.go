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
)

// Place is one occurrence of a pattern.
type Place struct {
	Kind, Name    string
	File          string
	Line, EndLine int
	Element       string // the ID of the element that it is or is part of; empty for code outside of elements
	Group         string // of a duplicate: equal for all of its copies
	Detail        string // further information in a few words
	weight        int    // the place with the largest weight comes first
}

// Count is the number of occurrences of a pattern.
type Count struct {
	Kind, Name    string
	Places, Files int
}

// Report is the result of [Find].
type Report struct {
	Places []Place // by kind in the order of [Kinds], then heaviest, name and place
	Counts []Count // most used first
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
