package typescript

import (
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/microsoft/typescript-go/shim/tsgo"
	"golang.org/x/sync/errgroup"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/incremental"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/project"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// state is a project as an update saw it. It is replaced as a whole, but for the
// programs of its units, which Release takes away.
type state struct {
	project  *project.Project
	digests  map[string]facts.Digest
	unknown  []string
	disk     *tsgo.Disk
	units    []*program.Unit
	unitOf   map[string]int // of each of the project's files, the unit that resolves it
	versions map[string]version
	memory   *incremental.Cache
	warnings []string
	probes   int // how many had been made when the update was over
}

// sight is what is remembered of a file's last version.
type version struct {
	shape  summary.Shape
	global bool
}

// declaredIn returns what files declare and mention.
func (s *state) declaredIn(files []string) ([]facts.Declared, error) {
	all := make([]facts.Declared, len(files))
	var next atomic.Int64
	var group errgroup.Group
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() (err error) {
			defer recoverTo("mentions", &err)
			for i := int(next.Add(1)) - 1; i < len(all); i = int(next.Add(1)) - 1 {
				all[i] = s.declared(files[i])
			}
			return nil
		})
	}
	return all, group.Wait()
}

// declared returns what a file declares and mentions.
func (s *state) declared(rel string) facts.Declared {
	u := s.units[s.unitOf[rel]]
	t := u.Summary(rel)
	if t == nil {
		return facts.Declared{Path: rel}
	}
	return facts.Declared{
		Path: rel, Lines: t.Lines, Decls: t.Decls, Members: t.Names.Members, Mentions: u.Mentions(t), Warning: t.Warning,
	}
}

// look remembers the version that a file has now.
func (s *state) recordVersion(rel string) version {
	var now version
	if t := s.units[s.unitOf[rel]].Summary(rel); t != nil {
		now = version{t.Shape, tsgo.IsGlobal(t.Source)}
	}
	s.versions[rel] = now
	return now
}

// caught turns a panic into an error.
func recoverTo(what string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%s: compiler panic: %v", what, r)
	}
}
