package brief

import (
	"github.com/coderef-system/coderefd/codeintel/complexity"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// Options select the subject of the brief.
type Options struct {
	Wanted func(file string) bool // the files to summarize; nil for all
	Focus  string                 // a folder, or a target for [graph.Graph.Find]; empty for the whole project
}

// Brief is the summary of a project. Its lists are complete, the most important first;
// [Brief.Fit] cuts them.
type Brief struct {
	Summary      string
	Stats        Stats
	Modules      []Module     // largest first
	EntryPoints  []EntryPoint // programs, then files that packages export, then files without importers
	KeyElements  []KeyElement // the focus, then most called first
	Hotspots     []complexity.Function
	Dependencies []Dependency // packages outside the project, most used first
	Tests        Tests
	Notes        []string
	Unresolved   graph.UnresolvedCounts // in the whole project
	Truncated    bool
}

// Stats count the files of the brief and their contents.
type Stats struct {
	Files, Elements, Lines int            // Lines are those with code
	Languages              map[string]int // number of files by language
}

// Module is a folder with the files directly in it.
type Module struct {
	Path                   string
	Files, Elements, Lines int
	Description            string
}

// EntryPoint is a function or file where execution or use of the code begins.
type EntryPoint struct {
	Name, File string
	Line       int    // 0 for a file
	ID         string // empty for a file
	Reason     string
}

// KeyElement is an element with the numbers of elements that call it and that it calls.
type KeyElement struct {
	Element       facts.Element
	FanIn, FanOut int
	Description   string
}

// Dependency is a package outside the project.
type Dependency struct {
	Name  string
	Files int // number of files that import it
}

// Tests count the tests in the files of the brief.
type Tests struct {
	Files, Cases int // Files includes source files that contain tests
	Untested     int // source files that have functions but none that a test reaches
}
