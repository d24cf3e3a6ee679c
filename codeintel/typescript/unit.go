package typescript

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/project"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// unit is a group of files with the program they are resolved in.
type unit struct {
	project    *project.Project
	fs         *project.FileSystem
	group      *project.Group
	references []*tsgo.Reference
	aliases    []string // patterns of the paths option

	program *tsgo.Program // nil when it was released
	// outlines holds the trees of those of the program's files that are the project's.
	outlines map[*tsgo.SourceFile]*summary.File
	bridges  map[string]*summary.File // other files of the program that need some of the project's, by absolute path
	checkers []*tsgo.Checker          // made as they are needed
	resolved int                      // when it last resolved something, in calls
	web      *web
}

func newUnit(p *project.Project, g *project.Group, references []*tsgo.Reference) *unit {
	return &unit{
		project: p, fs: p.FS, group: g, references: references,
		aliases: slices.DeleteFunc(tsgo.PathPatterns(g.Options), func(s string) bool { return s == "*" }),
	}
}

// use makes the unit one of another program, whose files depend on each other as
// the web says, if that is known.
func (u *unit) use(program *tsgo.Program, trees *summary.Set, known *web) {
	u.program, u.checkers, u.outlines = program, nil, map[*tsgo.SourceFile]*summary.File{}
	for _, f := range program.SourceFiles() {
		if t := trees.Get(f); t != nil {
			u.outlines[f] = t
		}
	}
	if u.web = known; known == nil {
		u.web = newWeb(program)
	}
	u.bridge()
}

// bridge draws sketches of the files from outside that lead back into the project:
// a package that is linked, or a generated file that re-exports. The names they
// give to things count for whoever imports them.
func (u *unit) bridge() {
	u.bridges = map[string]*summary.File{}
	var queue []string
	for f := range u.outlines {
		queue = append(queue, f.FileName())
	}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		for _, user := range u.web.users[path] {
			f := u.program.SourceFile(user)
			if f == nil || u.outlines[f] != nil || u.bridges[user] != nil {
				continue
			}
			u.bridges[user] = summary.New(user, f)
			queue = append(queue, user)
		}
	}
}

// lines returns how many lines the project's files of the program have.
func (u *unit) lines() (lines int) {
	for _, t := range u.outlines {
		lines += t.Lines
	}
	return lines
}

// eachFile visits the files of the program, if it is there.
func (u *unit) eachFile(visit func(*tsgo.SourceFile)) {
	if u.program == nil {
		return
	}
	for _, f := range u.program.SourceFiles() {
		visit(f)
	}
}

func (u *unit) release() { u.program, u.checkers, u.outlines, u.bridges = nil, nil, nil, nil }

// treeOf returns the tree of a project file in this unit's program; nil if the
// compiler would not load it, or if the program was released.
func (u *unit) treeOf(rel string) *summary.File {
	if u.program == nil {
		return nil
	}
	if f := u.program.SourceFile(project.Absolute(u.project.Root, rel)); f != nil {
		return u.outlines[f]
	}
	return nil
}
