package typescript

import (
	"cmp"
	"context"
	"fmt"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/parallel"
	"github.com/coderef-system/coderefd/codeintel/typescript/incremental"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/project"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// state is a project at the last successful update. An update replaces it as a whole;
// only Release changes it, by dropping the programs of its units.
type state struct {
	project  *project.Project
	digests  map[string]facts.Digest
	unknown  []string
	disk     *tsgo.Disk
	units    []*program.Unit
	unitOf   map[string]int // by file, the index of the unit that resolves it
	versions map[string]version
	parts    *incremental.Cache
	warnings []string
	probes   int // number of probes at the end of the update
}

// version describes the last known version of a file.
type version struct {
	shape  summary.Shape
	global bool
}

// declaredIn returns the declarations and mentions of files, which it collects in
// parallel.
func (s *state) declaredIn(ctx context.Context, files []string) ([]facts.Declared, error) {
	all, failures := make([]facts.Declared, len(files)), make([]error, len(files))
	err := parallel.For(ctx, len(files), 1, func(i int) {
		defer recoverTo("mentions", &failures[i])
		all[i] = s.declared(files[i])
	})
	return all, cmp.Or(append(failures, err)...)
}

// declared returns the declarations and mentions of a file.
func (s *state) declared(rel string) facts.Declared {
	u := s.units[s.unitOf[rel]]
	t := u.Summary(rel)
	if t == nil {
		return facts.Declared{Path: rel}
	}
	return facts.Declared{
		Path: rel, Lines: t.Lines, Decls: t.Decls, Members: t.Names.Members, Mentions: u.Mentions(t),
		Warning: t.Warning,
	}
}

// recordVersion records and returns the current version of a file.
func (s *state) recordVersion(rel string) version {
	var now version
	if t := s.units[s.unitOf[rel]].Summary(rel); t != nil {
		now = version{t.Shape, tsgo.IsGlobal(t.Source)}
	}
	s.versions[rel] = now
	return now
}

// recoverTo converts a panic into an error. It must be deferred.
func recoverTo(operation string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%s: compiler panic: %v", operation, r)
	}
}
