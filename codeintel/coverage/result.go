package coverage

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Mode is the source of the coverage.
type Mode string

// The modes.
const (
	Execution Mode = "execution" // a test run was recorded
	Static    Mode = "static"    // tests can reach the code by calls and imports; they may not run it
)

// Ratio is the number of covered items and their total.
type Ratio struct{ Covered, Total int }

func (r *Ratio) add(o Ratio) { r.Covered, r.Total = r.Covered+o.Covered, r.Total+o.Total }

// Of returns the covered share from 0 to 1; it is 0 if the total is 0.
func (r Ratio) Of() float64 {
	if r.Total == 0 {
		return 0
	}
	return float64(r.Covered) / float64(r.Total)
}

func (r *Ratio) count(covered bool) {
	r.Total++
	if covered {
		r.Covered++
	}
}

// Element is a function or method with its coverage.
type Element struct {
	facts.Element
	Covered bool
	Lines   Ratio // without nested declarations; empty in static mode
	Hits    int   // how often it ran; 0 if unknown
}

// File is a source file outside of tests with its coverage.
type File struct {
	Path                       string
	Lines, Functions, Branches Ratio // Lines and Branches are empty in static mode
	Tested                     bool  // a line or function is covered
	Elements                   []Element
	Callers                    int // number of elements and files outside of it that call into it; 0 in execution mode
}

// Result is the coverage of a project.
type Result struct {
	Mode                       Mode
	Reports                    []Found // that were read; none in static mode
	Lines, Functions, Branches Ratio
	// Files lists the most important uncovered code first. Files without code to cover are left out.
	Files      []File
	Untested   int                     // number of files without covered code
	Unresolved *graph.UnresolvedCounts // of the project; nil in execution mode or without tests
	// Generated contains the generated files outside of tests, whether or not they were left out.
	Generated index.Generated
	Warnings  []string
}

func (r *Result) take(f File) {
	if f.Lines.Total == 0 && f.Functions.Total == 0 {
		return
	}
	r.Files = append(r.Files, f)
	r.Lines.add(f.Lines)
	r.Functions.add(f.Functions)
	r.Branches.add(f.Branches)
	if !f.Tested {
		r.Untested++
	}
}

// uncovered returns the weight of what is not covered: lines if they are known, else functions
// times callers.
func (f *File) uncovered() int {
	if f.Lines.Total > 0 {
		return f.Lines.Total - f.Lines.Covered
	}
	return (f.Functions.Total - f.Functions.Covered) * (1 + f.Callers)
}

// rank sorts the files.
func (r *Result) rank() {
	slices.SortFunc(r.Files, func(a, b File) int {
		return cmp.Or(b.uncovered()-a.uncovered(), cmp.Compare(a.Path, b.Path))
	})
}

func (r *Result) warn(format string, args ...any) {
	if len(r.Warnings) < index.MaxWarnings {
		r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...))
	}
}
