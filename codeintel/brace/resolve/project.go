package resolve

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Rules returns the resolver of a language for the files of a project.
type Rules func(p *Project) Resolver

// Resolver finds the targets of the imports of one project.
type Resolver interface {
	// Resolve returns the target of an import in the file from.
	Resolve(from string, u *syntax.Use) Target
}

// Project holds the data about the files of a project that resolvers use.
type Project struct {
	read    func(rel string) (string, bool)
	files   map[string]*file
	configs []string
	sources map[string]bool
	byName  map[string][]string // sources by the last element of their path
}

// file is the data stored about one source file.
type file struct {
	digest     facts.Digest
	uses       []syntax.Use
	topLevel   map[string]int // index of the first declaration of each name
	namespaces []string       // namespaces that it declares
	modules    []string       // modules in its mentions
	targets    []Target       // parallel to uses
}

// Target is the result of resolving an import. The zero value is an unknown target.
type Target struct {
	file       string   // of the project
	name       string   // a declaration in it, or "" for the file
	external   string   // a module outside of the project
	candidates []string // files of the project, if the rules cannot decide between them
}

func (t *Target) equal(other *Target) bool {
	return t.file == other.file && t.name == other.name && t.external == other.external &&
		slices.Equal(t.candidates, other.candidates)
}

// maxCandidates is the maximal number of candidates of a target.
const maxCandidates = 100

// ambiguous returns a target with the first [maxCandidates] of the candidates.
func ambiguous(candidates []string) Target {
	return Target{candidates: candidates[:min(len(candidates), maxCandidates)]}
}

// endingIn returns the sources whose path ends in the elements of suffix, sorted.
func (p *Project) endingIn(suffix string) []string {
	_, name := split(suffix)
	var out []string
	for _, source := range p.byName[name] {
		if source == suffix || strings.HasSuffix(source, "/"+suffix) {
			out = append(out, source)
		}
	}
	return out
}

// declares reports whether a file of the project declares a name at its top level.
func (p *Project) declares(path, name string) bool {
	f := p.files[path]
	if f == nil {
		return false
	}
	_, ok := f.topLevel[name]
	return ok
}

// split returns the folder of a path ("" if it has none) and the last element of the path.
func split(path string) (dir, name string) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path
	}
	return path[:i], path[i+1:]
}
