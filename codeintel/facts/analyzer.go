package facts

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/source"
)

// Digest identifies the content of a file.
type Digest [16]byte

// Project is the state of a project that an analyzer is to see.
type Project struct {
	Root  string            // absolute, slashes
	Files []string          // source files to analyse, relative to Root, sorted
	Known map[string]Digest // all files that Read can give: Files and configuration files
	// Unknown are source files, relative to Root, whose content is not for
	// analysis: they may refer to anything.
	Unknown []string
	// Read returns a known file's text. It is called concurrently. When it tells
	// that the text is no longer the one of the digest, the caller notices too.
	Read func(rel string) (string, bool)
	// Allowed reports whether an absolute path outside of Root may be looked at; nil
	// allows everything. Installed toolchains and their package caches are not asked
	// about: types come from them, and nothing of them is handed on. It is called
	// concurrently.
	Allowed func(path string) bool
}

// MayRead asks Allowed.
func (p *Project) MayRead(path string) bool { return p.Allowed == nil || p.Allowed(path) }

// Progress is told how many of how many files are done. It may be nil; it is
// called from one goroutine at a time, and done never falls.
type Progress func(done, total int)

// Changes is what an update changed.
type Changes struct {
	Declared []Declared // files that are new or whose declarations or mentions changed
	Removed  []string
	// Stale are files whose resolved facts, if anybody keeps them, hold no more:
	// their content changed, or the meaning of what they refer to may have.
	Stale []string
	// Probes is what decided about the result outside of the known files. As long
	// as they hold and the known files stay the same, so does the result. They are
	// all, not only new ones.
	Probes []source.Probe
	// Warnings tell what is wrong with the configurations: all, not only new ones.
	Warnings []string
}

// Analyzer keeps one language's view of one project. Its calls never overlap.
type Analyzer interface {
	// Update makes the analyzer see the project as it is now. After an error, the
	// cancellation of ctx among them, the next Update reports all that changed
	// since the last one that succeeded.
	Update(ctx context.Context, p *Project, progress Progress) (Changes, error)
	// Resolve resolves files to a depth, in parallel and in any order, and hands each
	// to found, one at a time. A file that cannot be resolved is [Failed], not an
	// error. Probes are what it looked at beside those of the last Update. When ctx
	// ends early, what was handed over holds all the same.
	Resolve(ctx context.Context, files []string, depth Depth, found func(File), progress Progress) (probes []source.Probe, err error)
	// Release gives back the memory of whatever can be made again. The next call
	// takes longer; what was reported holds.
	Release()
}
