package facts

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/source"
)

// Digest identifies the content of a file.
type Digest [16]byte

// Project is the state of a project that an analyzer reads.
type Project struct {
	Root  string            // absolute, slashes
	Files []string          // source files to analyse, relative to Root, sorted
	Known map[string]Digest // all files that Read can return: Files and configuration files
	// Unknown are source files, relative to Root, whose content cannot be analysed: they
	// may refer to anything.
	Unknown []string
	// Read returns the text of a known file. It is called concurrently. If the text no longer
	// matches the digest, Read records this, and the caller starts again.
	Read func(rel string) (string, bool)
	// Roots are the folders outside of Root that may be read, besides installed toolchains and
	// their package caches, from which only types are read. If Roots is empty, all paths may be
	// read.
	Roots source.Roots
}

// Progress receives the number of completed files and their total. It may be nil. It is
// called from one goroutine at a time, and done never decreases.
type Progress func(done, total int)

// Changes are the results of an update.
type Changes struct {
	Declared []Declared // files that are new or whose declarations or mentions changed
	Removed  []string
	// Stale are files whose resolved facts are no longer valid: their content changed, or
	// the declarations that they refer to may have changed.
	Stale []string
	// Probes are the observations outside the known files that the result depends on. The
	// result stays valid while the probes hold and the known files are the same. The list
	// is complete, not only the new probes.
	Probes []source.Probe
	// Warnings describe the errors in configuration files. The list is complete, not only
	// the new warnings.
	Warnings []string
}

// Analyzer keeps one language's view of one project. Its calls never overlap.
type Analyzer interface {
	// Update brings the analyzer up to date with the project. After an error, including
	// the cancellation of ctx, the next Update reports all changes since the last
	// successful one.
	Update(ctx context.Context, p *Project, progress Progress) (Changes, error)
	// Resolve resolves files to a depth, in parallel and in any order, and passes each
	// to found, one at a time. A file that cannot be resolved is [Failed], not an
	// error. The probes are those in addition to the probes of the last Update. If ctx
	// ends early, the files that found has received are still valid.
	Resolve(
		ctx context.Context, files []string, depth Depth, found func(File), progress Progress,
	) (probes []source.Probe, err error)
	// Release frees the memory of everything that can be computed again. The next call
	// takes longer. Reported facts stay valid.
	Release()
}
