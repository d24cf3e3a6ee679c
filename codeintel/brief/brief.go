package brief

import (
	"github.com/coderef-system/coderefd/codeintel/complexity"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// Options select the subject of the brief.
type Options struct {
	Wanted func(file string) bool // files it is about; nil for all
	Focus  string                 // anything that [graph.Graph.Find] takes, or a folder; empty for the whole project
}

// Brief is the summary of a project. Its lists are complete, the most important first;
// [Brief.Fit] cuts them.
type Brief struct {
	Summary      string
	Stats        Stats
	Modules      []Module     // largest first
	EntryPoints  []EntryPoint // programs, then what packages offer, then what nothing imports
	KeyElements  []KeyElement // the focus, then most called first
	Hotspots     []complexity.Function
	Dependencies []Dependency // packages outside the project, most used first
	Tests        Tests
	Notes        []string
	Unresolved   graph.UnresolvedCounts // in the whole project
	Truncated    bool
}

// Stats count what the brief is about.
type Stats struct {
	Files, Elements, Lines int            // Lines are those with code
	Languages              map[string]int // files by language
}

// Module is a folder with what lies right in it.
type Module struct {
	Path                   string
	Files, Elements, Lines int
	Description            string
}

// EntryPoint is where the code is entered from outside.
type EntryPoint struct {
	Name, File string
	Line       int    // 0 for a file
	ID         string // empty for a file
	Reason     string
}

// KeyElement is an element with how many elements call it and are called by it.
type KeyElement struct {
	Element       facts.Element
	FanIn, FanOut int
	Description   string
}

// Dependency is a package outside the project.
type Dependency struct {
	Name  string
	Files int // that import it
}

// Tests count the tests of what the brief is about.
type Tests struct {
	Files, Cases int // files with tests, including source files that contain tests
	Untested     int // source files with functions of which no test reaches any
}
