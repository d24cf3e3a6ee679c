package typescript

import (
	"context"
	"sync"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/project"
)

// loading returns callbacks for the compiler, which calls them on its own goroutines.
// They summarise every file of the project after it is parsed, and count it as a step.
func (a *Analyzer) loading(ctx context.Context, p *project.Project, step *facts.Steps) tsgo.Loading {
	var counted sync.Map
	return tsgo.Loading{
		Wanted: func(string) bool { return ctx.Err() == nil },
		Loaded: func(f *tsgo.SourceFile) {
			rel, inside := p.FS.Relative(f.FileName())
			if !inside || !p.Analysed[rel] {
				return
			}
			a.summaries.Add(rel, f)
			if _, loaded := counted.LoadOrStore(rel, true); !loaded {
				step.One()
			}
		},
	}
}

// load creates the program of a unit.
func (a *Analyzer) load(ctx context.Context, disk *tsgo.Disk, u *program.Unit, loading tsgo.Loading) error {
	roots := make([]string, len(u.Group.Files))
	for i, f := range u.Group.Files {
		roots[i] = project.Absolute(u.Project.Root, f)
	}
	loaded := tsgo.NewProgram(tsgo.ProgramConfig{
		Dir: u.Group.Dir, Disk: disk, Options: u.Group.Options, Roots: roots, References: u.References,
		Cache: a.cache, Loading: loading,
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	u.SetProgram(loaded, a.summaries, nil)
	return nil
}
