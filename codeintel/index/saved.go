package index

import (
	"crypto/sha256"
	"maps"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// outlinesSection is the section of the cache that contains the states of the files.
const outlinesSection = "outlines"

// savedFile is the saved form of a fileState.
type savedFile struct {
	Path      string
	Stamp     source.Stamp
	Fresh     bool
	Digest    facts.Digest
	Reason    string
	Outlined  outlined
	Decls     []facts.Decl
	Warning   string
	Generated string
}

// savedView is the saved form of a view.
type savedView struct {
	State    facts.Digest // of the files that the facts were made from
	Unknown  []string
	Warnings []string
	Probes   []source.Probe
	Resolved []source.Probe
	Files    []savedFacts
}

// savedFacts contains the declarations of one file and, if it is resolved, its references.
type savedFacts struct {
	Declared facts.Declared
	Refers   *facts.File // nil if unresolved
	Depth    facts.Depth // to which Refers is resolved
}

// stateDigest identifies the paths and contents of a language's files.
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

func (f *savedFile) state() *fileState {
	return &fileState{
		stamp: f.Stamp, fresh: f.Fresh, digest: f.Digest, reason: f.Reason,
		outlined: f.Outlined, decls: f.Decls, warning: f.Warning, generated: f.Generated,
	}
}

func (s *fileState) saved(path string) savedFile {
	return savedFile{
		Path: path, Stamp: s.stamp, Fresh: s.fresh, Digest: s.digest, Reason: s.reason,
		Outlined: s.outlined, Decls: s.decls, Warning: s.warning, Generated: s.generated,
	}
}
