package typescript

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Project is what to analyse.
type Project struct {
	Root  string   // absolute, slashes
	Files []string // source files to analyse, relative to Root, sorted
	Known []string // all files Read can give: Files and configuration files
	// Unknown are source files, relative to Root, whose content is not for analysis:
	// they may refer to anything.
	Unknown []string
	// Read returns a known file's text. It is called concurrently.
	Read func(rel string) (string, bool)
	// Packages holds the names of the packages the project itself consists of.
	Packages map[string]bool
	// Dependencies holds the packages that each package.json asks for, by its
	// folder relative to Root.
	Dependencies map[string]map[string]bool
	// Progress may be nil; done rises to total, from one goroutine at a time.
	Progress func(done, total int)
}

// Analyze resolves the calls and imports of a project. It returns ctx's error
// when cancelled; that is checked at every file.
func Analyze(ctx context.Context, p *Project) (*Facts, error) {
	q := &facts.Project{Root: p.Root, Files: p.Files, Unknown: p.Unknown, Read: p.Read, Known: map[string]facts.Digest{}}
	for i, f := range p.Known {
		q.Known[f] = facts.Digest{byte(i), byte(i >> 8), byte(i >> 16), 1}
	}
	step := newSteps(2*len(p.Files), p.Progress) // each file is loaded, then resolved
	one := func(int, int) { step.one() }
	a := &Analyzer{}
	changes, err := a.Update(ctx, q, one)
	if err != nil {
		return nil, err
	}
	resolved := map[string]facts.File{}
	probes, err := a.Resolve(ctx, p.Files, func(f facts.File) { resolved[f.Path] = f }, one)
	if err != nil {
		return nil, err
	}
	result := &Facts{Probes: append(changes.Probes, probes...), Warnings: changes.Warnings}
	for _, d := range changes.Declared {
		result.Files = append(result.Files, FileFacts{File: resolved[d.Path], Lines: d.Lines, Decls: d.Decls, Warning: d.Warning})
	}
	for _, f := range p.Unknown {
		result.Files = append(result.Files, FileFacts{File: facts.Failed(f)})
	}
	return result, nil
}
