package impact

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// Report is the impact of a change.
type Report struct {
	Element    facts.Element // of a change of one element; for other changes it is empty
	Risk       Risk
	Dependents Counts   // of all dependents
	InTests    Counts   // of those dependents that are in test files
	MaxDepth   int      // the greatest depth of a dependent
	Modules    []Module // the folders of the affected files, those with the most dependents first
	Files      []File
	Tests      []Test // nearest first
	Unresolved graph.UnresolvedCounts
}

// Counts counts dependents. A dependent is an element, or a file for code outside all elements.
type Counts struct {
	Direct     int // dependents at depth 1
	Transitive int // dependents at a greater depth
	Files      int // files that contain dependents
}

// Module is a folder that contains dependents.
type Module struct {
	Path string // "." for the root
	Counts
}

// File is the impact on one file.
type File struct {
	Path     string
	Severity Severity
	Impact   string // one sentence
	MinDepth int
	Elements []Dependent // sorted by depth, then place
}

// Dependent is an element that the change affects, or a file for code outside all elements.
type Dependent struct {
	facts.Element
	Depth      int // steps to the target
	Severity   Severity
	Relation   graph.Relation
	Confidence facts.Confidence
	TypeOnly   bool
	Possible   bool   // it calls a member that the target overrides, and so may call the target
	Overrides  bool   // it overrides or implements the target, or a member of it
	Via        string // id of the element through which it depends on the target; empty if direct

	node      graph.Node
	reExport  bool      // the import only re-exports
	operation Operation // of the subject that it depends on
}

// Operation is the kind of change to the target. It determines the severity of each dependent:
//
//   - Modify changes the behaviour of the target. Elements that call it, use its value or
//     extend it are major; if the target is a type, those that use or implement it. All
//     others are minor.
//   - Refactor changes the name or signature of the target. Every direct reference and every
//     override must be updated: major. All others are minor.
//   - Delete removes the target. Every direct reference breaks, imports and re-exports
//     included. Calls that may reach it through a base class or interface, overrides, and
//     dependents at depth 2 are major. All others are minor.
//
// If a dependency is known only by name, the severity is one level lower.
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

// The levels, and the lowest score of each.
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
	Rule     string // the formula of the score with its numbers
	Exported bool   // other files can import the target
}

// Test is a test that reaches the target: a test case, or a whole test file if the use is
// outside all test cases.
type Test struct {
	File    string
	Name    string // empty for a file
	Line    int    // 0 for a file
	ID      string // of the test, or of the element that contains it; empty if there is none
	Depth   int    // steps to the target, with the reason Loads files between; 0 for Changed and Config
	Removed bool   // the change removes it
	// Reason is why the test may have another result after the change.
	Reason Reason
}

// Reason is why a test belongs to a change. A smaller one is more likely to affect the result.
type Reason uint8

// The reasons. The impact of one element has only tests for the reason Calls.
const (
	Changed Reason = iota // the change adds, removes or modifies the test, or code that runs with it
	Calls                 // it reaches a changed element through calls and references
	Data                  // it reads, or may read, a changed file that is not source
	Loads                 // it loads a changed file
	Config                // a changed configuration applies to it
)

// String returns the text that results contain.
func (r Reason) String() string {
	switch r {
	case Changed:
		return "changed"
	case Calls:
		return "calls"
	case Data:
		return "data"
	case Loads:
		return "loads"
	default:
		return "config"
	}
}
