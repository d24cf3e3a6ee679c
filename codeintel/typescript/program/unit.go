package program

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/project"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Unit is a group of files with the program they are resolved in.
type Unit struct {
	Project    *project.Project
	FS         *project.FileSystem
	Group      *project.Group
	References []*tsgo.Reference
	aliases    []string // patterns of the paths option

	Program *tsgo.Program // nil when it was released
	// outlines holds the trees of those of the program's files that are the project's.
	Summaries map[*tsgo.SourceFile]*summary.File
	bridges   map[string]*summary.File // other files of the program that need some of the project's, by absolute path
	Checkers  []*tsgo.Checker          // made as they are needed
	LastUsed  int                      // when it last resolved something, in calls
	Graph     *Graph
}

func New(p *project.Project, g *project.Group, references []*tsgo.Reference) *Unit {
	return &Unit{
		Project: p, FS: p.FS, Group: g, References: references,
		aliases: slices.DeleteFunc(tsgo.PathPatterns(g.Options), func(s string) bool { return s == "*" }),
	}
}

// SetProgram makes the unit one of another program, whose files depend on each other as
// the web says, if that is known.
func (u *Unit) SetProgram(program *tsgo.Program, trees *summary.Set, known *Graph) {
	u.Program, u.Checkers, u.Summaries = program, nil, map[*tsgo.SourceFile]*summary.File{}
	for _, f := range program.SourceFiles() {
		if t := trees.Get(f); t != nil {
			u.Summaries[f] = t
		}
	}
	if u.Graph = known; known == nil {
		u.Graph = newGraph(program)
	}
	u.addBridges()
}

// addBridges draws sketches of the files from outside that lead back into the project:
// a package that is linked, or a generated file that re-exports. The names they
// give to things count for whoever imports them.
func (u *Unit) addBridges() {
	u.bridges = map[string]*summary.File{}
	var queue []string
	for f := range u.Summaries {
		queue = append(queue, f.FileName())
	}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		for _, user := range u.Graph.Users[path] {
			f := u.Program.SourceFile(user)
			if f == nil || u.Summaries[f] != nil || u.bridges[user] != nil {
				continue
			}
			u.bridges[user] = summary.New(user, f)
			queue = append(queue, user)
		}
	}
}

// LineCount returns how many lines the project's files of the program have.
func (u *Unit) LineCount() (lines int) {
	for _, t := range u.Summaries {
		lines += t.Lines
	}
	return lines
}

// EachFile visits the files of the program, if it is there.
func (u *Unit) EachFile(visit func(*tsgo.SourceFile)) {
	if u.Program == nil {
		return
	}
	for _, f := range u.Program.SourceFiles() {
		visit(f)
	}
}

func (u *Unit) Release() { u.Program, u.Checkers, u.Summaries, u.bridges = nil, nil, nil, nil }

// Summary returns the tree of a project file in this unit's program; nil if the
// compiler would not load it, or if the program was released.
func (u *Unit) Summary(rel string) *summary.File {
	if u.Program == nil {
		return nil
	}
	if f := u.Program.SourceFile(project.Absolute(u.Project.Root, rel)); f != nil {
		return u.Summaries[f]
	}
	return nil
}

// Includes reports a project file that is, or should be, part of the unit's program.
func (u *Unit) Includes(rel string) bool {
	return u.Graph.Users[project.Absolute(u.Project.Root, rel)] != nil || slices.Contains(u.Group.Files, rel)
}

// AddAll adds the unit's files to a set.
func (u *Unit) AddAll(to map[string]bool) {
	for _, f := range u.Group.Files {
		to[f] = true
	}
}

// AddDependents adds those of the unit's files that need a file, directly or not.
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
