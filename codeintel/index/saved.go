package index

import (
	"crypto/sha256"
	"maps"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// outlinesSection is the section of the cache that holds what files declare.
const outlinesSection = "outlines"

// savedFile is what is known of one version of a file, as it is saved.
type savedFile struct {
	Path     string
	Stamp    source.Stamp
	Fresh    bool
	Digest   facts.Digest
	Reason   string
	Outlined outlined
	Decls    []facts.Decl
	Warning  string
}

// savedView is one language's part of a project, as it is saved.
type savedView struct {
	State    facts.Digest // of the files it was made from
	Unknown  []string
	Warnings []string
	Probes   []source.Probe
	Resolved []source.Probe
	Files    []savedFacts
}

// savedFacts is what one file declares, and what it refers to if that is known.
type savedFacts struct {
	Declared facts.Declared
	Refers   *facts.File
	Depth    facts.Depth
}

// stateDigest identifies the files a language sees.
func stateDigest(p *facts.Project) facts.Digest {
	h := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(p.Known)) {
		digest := p.Known[path]
		h.Write([]byte(path))
		h.Write([]byte{0})
		h.Write(digest[:])
	}
	for _, path := range p.Unknown {
		h.Write([]byte{0})
		h.Write([]byte(path))
	}
	return facts.Digest(h.Sum(nil)[:16])
}

// state returns the file as it was when it was saved.
func (f *savedFile) state() *fileState {
	return &fileState{
		stamp: f.Stamp, fresh: f.Fresh, digest: f.Digest, reason: f.Reason, outlined: f.Outlined, decls: f.Decls, warning: f.Warning,
	}
}

func (s *fileState) saved(path string) savedFile {
	return savedFile{
		Path: path, Stamp: s.stamp, Fresh: s.fresh, Digest: s.digest, Reason: s.reason, Outlined: s.outlined, Decls: s.decls, Warning: s.warning,
	}
}
