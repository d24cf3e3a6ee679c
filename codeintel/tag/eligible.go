package tag

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// eligible returns the declarations that get a tag, sorted by line: those at the top level of
// the file and in namespaces, classes and interfaces. Properties and declarations in function
// bodies get none, and several declarations of one name on one line get one.
func eligible(decls []facts.Decl, private bool) []*facts.Decl {
	type key struct {
		line int
		name string
	}
	var out []*facts.Decl
	seen := map[key]bool{}
	for i := range decls {
		d := &decls[i]
		k := key{d.Line, d.Name}
		if seen[k] || d.Type == facts.Property || d.Type == facts.FileType || !reachable(decls, i) ||
			isPrivate(d.Name) && !private {
			continue
		}
		seen[k] = true
		out = append(out, d)
	}
	slices.SortStableFunc(out, func(a, b *facts.Decl) int { return a.Line - b.Line })
	return out
}

func reachable(decls []facts.Decl, i int) bool {
	for depth := 0; decls[i].Parent >= 0; depth++ {
		parent := decls[i].Parent
		if depth > len(decls) || !holdsMembers(decls[parent].Type, decls[i].Type) {
			return false
		}
		i = parent
	}
	return true
}

func holdsMembers(parent, child string) bool {
	switch parent {
	case facts.Class, facts.Interface, facts.Namespace:
		return true
	case facts.Component: // a class component
		return child == facts.Method
	}
	return false
}

// isPrivate reports whether the last part of a name begins with _ or #.
func isPrivate(name string) bool {
	last := lastPart(name)
	return strings.HasPrefix(last, "_") || strings.HasPrefix(last, "#")
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
