package resolve

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// csharpResolver finds namespaces.
type csharpResolver struct {
	*Project
	namespaces map[string][]string // the files that declare each namespace
}

// CSharp are the [Rules] of C#.
func CSharp(p *Project) Resolver {
	r := csharpResolver{p, map[string][]string{}}
	for source, f := range p.files {
		for _, namespace := range f.namespaces {
			r.namespaces[namespace] = append(r.namespaces[namespace], source)
		}
	}
	for _, files := range r.namespaces {
		slices.Sort(files)
	}
	return r
}

// Resolve implements [Resolver]. A namespace is not a file: every file that declares it
// is a candidate.
func (r csharpResolver) Resolve(_ string, u *syntax.Use) Target {
	outer := u.Path[:max(strings.LastIndexByte(u.Path, '.'), 0)]
	for _, namespace := range []string{u.Path, u.Path + "." + u.Name, outer} {
		if files := r.namespaces[namespace]; len(files) > 0 {
			return ambiguous(files)
		}
	}
	if u.Name == "*" {
		return Target{external: u.Path}
	}
	return Target{external: u.Path + "#" + u.Name}
}
