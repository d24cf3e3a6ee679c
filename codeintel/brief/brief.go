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
	Purpose      string       // sentences of the README or of a manifest; empty if there are none, and with a focus
	Packages     []Package    // the main one first
	EntryPoints  []EntryPoint // programs, then the files through which packages are used
	ReadFirst    []Reading    // empty with a focus
	Commands     []Command    // at most one for each purpose; empty with a focus
	Stats        Stats
	Modules      []Module     // those with most hand-written code first
	KeyElements  []KeyElement // the focus, then most called first; without tests, examples and generated files
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

// Package is a package or module that a manifest in the project declares.
type Package struct {
	Name, Path, Kind string // Path is the folder of the manifest
	Description      string // of the manifest; empty if it has none
	Private          bool   // the manifest forbids publication
}

// Reading is a file to read first, and why.
type Reading struct{ Path, Reason string }

// Command is a command that builds, tests or checks the project, run in its root.
type Command struct {
	Purpose    string // "build", "test", "lint" or "run"
	Command    string
	DeclaredIn string // file that declares it
}
