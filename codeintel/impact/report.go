package impact

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// Report is the impact of a change.
type Report struct {
	Element    facts.Element
	Risk       Risk
	Direct     int // dependents in one step; elements, and files for code outside any
	Transitive int // in more steps
	MaxDepth   int // of the dependents that were found
	Files      []File
	Tests      []Test // nearest first
	Unresolved graph.UnresolvedCounts
}

// File is the impact on one file.
type File struct {
	Path     string
	Severity Severity
	Impact   string // one sentence
	MinDepth int
	Elements []Dependent // by depth, then place
}

// Dependent is one element, or file for code outside any, that is hit.
type Dependent struct {
	facts.Element
	Depth      int // steps to the target
	Severity   Severity
	Relation   graph.Relation
	Confidence facts.Confidence
	TypeOnly   bool
	Possible   bool   // it calls what the target overrides, and so may call the target
	Overrides  bool   // it overrides or implements the target, or a member of it
	Via        string // id of what it is reached through; empty when that is the target

	node  graph.Node
	again bool // an import that is there to hand on what it imports
}

// Operation is the change to the target. It decides the severity of each dependent:
//
//   - Modify changes how it behaves. Who calls it, uses its value, or extends it is
//     hit in a major way; of a type, who uses or implements it. All others are hit in
//     a minor way.
//   - Refactor changes its name or signature. Whatever names it must be changed too,
//     and so must what overrides it: major. All others: minor.
//   - Delete takes it away. Whatever names it breaks, imports and re-exports among
//     it. What may reach it through a base, what overrides it, and what depends on
//     what breaks: major. Everything further away: minor.
//
// What is related by its name alone is hit one degree less.
type Operation string

// The operations.
const (
	Modify   Operation = "modify"
	Refactor Operation = "refactor"
	Delete   Operation = "delete"
)

// Severity is how severely a dependent is affected. A larger value is more severe.
type Severity uint8

// The severities.
const (
	Minor Severity = iota
	Major
	Breaking
)

// String returns the text that results contain.
func (s Severity) String() string {
	switch s {
	case Breaking:
		return "breaking"
	case Major:
		return "major"
	default:
		return "minor"
	}
}

// Level is a range of risk scores.
type Level string

// The levels, and the scores they begin at.
const (
	Low      Level = "LOW"      // 0
	Medium   Level = "MEDIUM"   // 20
	High     Level = "HIGH"     // 45
	Critical Level = "CRITICAL" // 70
)

// Risk is the risk of a change and the rule behind it.
type Risk struct {
	Level    Level
	Score    int    // 0 to 100
	Rule     string // how the score was made, with its numbers
	Exported bool   // others can import it
}

// Test is a test that reaches the target: a test case, or a whole test file if the use is
// outside all test cases.
type Test struct {
	File  string
	Name  string // empty for a file
	Line  int    // 0 for a file
	ID    string // of the test, or of the element that contains it; empty if there is none
	Depth int    // steps to the target
}
