package program

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/project"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Unit is a group of files and the program that resolves them.
type Unit struct {
	Project    *project.Project
	FS         *project.FileSystem
	Group      *project.Group
	References []*tsgo.Reference
	aliases    []string // patterns of the paths option

	Program *tsgo.Program // nil before SetProgram and after Release
	// Summaries holds the summaries of the program's files that belong to the project.
	Summaries map[*tsgo.SourceFile]*summary.File
	// outside holds the files outside of the project that need files of the project,
	// directly or not, by absolute path.
	outside  map[string]*summary.File
	Checkers []*tsgo.Checker // created on demand; entries can be nil
	LastUsed int             // counter value of the last call that resolved files of the unit
	Graph    *Graph
}

// New returns a unit without a program.
func New(p *project.Project, g *project.Group, references []*tsgo.Reference) *Unit {
	return &Unit{
		Project: p, FS: p.FS, Group: g, References: references,
		aliases: slices.DeleteFunc(tsgo.PathPatterns(g.Options), func(s string) bool { return s == "*" }),
	}
}

// SetProgram replaces the program of the unit and drops its checkers. If graph is nil,
// it is computed from the program.
func (u *Unit) SetProgram(program *tsgo.Program, summaries *summary.Set, graph *Graph) {
	u.Program, u.Checkers, u.Summaries = program, nil, map[*tsgo.SourceFile]*summary.File{}
	for _, f := range program.SourceFiles() {
		if t := summaries.Get(f); t != nil {
			u.Summaries[f] = t
		}
	}
	if u.Graph = graph; graph == nil {
		u.Graph = newGraph(program)
	}
	u.summariseOutside()
}

// summariseOutside summarises the files outside of the project that need files of the
// project, such as linked packages and generated files that re-export declarations. The
// files that import them can refer to the declarations by the re-exported names.
func (u *Unit) summariseOutside() {
	u.outside = map[string]*summary.File{}
	var queue []string
	for f := range u.Summaries {
		queue = append(queue, f.FileName())
	}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		for _, user := range u.Graph.Users[path] {
			f := u.Program.SourceFile(user)
			if f == nil || u.Summaries[f] != nil || u.outside[user] != nil {
				continue
			}
			u.outside[user] = summary.New(user, f)
			queue = append(queue, user)
		}
	}
}

// LineCount returns the number of lines of the project's files in the program.
func (u *Unit) LineCount() (lines int) {
	for _, t := range u.Summaries {
		lines += t.Lines
	}
	return lines
}

// EachFile calls visit for every file of the program. It does nothing if the program
// was released.
func (u *Unit) EachFile(visit func(*tsgo.SourceFile)) {
	if u.Program == nil {
		return
	}
	for _, f := range u.Program.SourceFiles() {
		visit(f)
	}
}

// Release drops the program, its checkers and its summaries.
func (u *Unit) Release() { u.Program, u.Checkers, u.Summaries, u.outside = nil, nil, nil, nil }

// Summary returns the summary of a project file, or nil if the compiler did not load
// the file or the program was released.
func (u *Unit) Summary(rel string) *summary.File {
	if u.Program == nil {
		return nil
	}
	if f := u.Program.SourceFile(project.Absolute(u.Project.Root, rel)); f != nil {
		return u.Summaries[f]
	}
	return nil
}

// Includes reports whether a file of the project is, or should be, part of the program.
func (u *Unit) Includes(rel string) bool {
	return u.Graph.Users[project.Absolute(u.Project.Root, rel)] != nil || slices.Contains(u.Group.Files, rel)
}

// AddAll adds the files of the unit to a set.
func (u *Unit) AddAll(to map[string]bool) {
	for _, f := range u.Group.Files {
		to[f] = true
	}
}

// AddDependents adds a file and all files of the unit that need it, directly or not.
func (u *Unit) AddDependents(to map[string]bool, rel string) {
	own := make(map[string]bool, len(u.Group.Files))
	for _, f := range u.Group.Files {
		own[f] = true
	}
	first := project.Absolute(u.Project.Root, rel)
	seen, queue := map[string]bool{first: true}, []string{first}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if f, inside := u.FS.Relative(path); inside && own[f] {
			to[f] = true
		}
		for _, user := range u.Graph.Users[path] {
			if !seen[user] {
				seen[user] = true
				queue = append(queue, user)
			}
		}
	}
}
