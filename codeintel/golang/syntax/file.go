package syntax

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// OutlineFile lists the declarations of a file in source order. A shallow outline lists only those
// at the top level, without signatures. warning is the first syntax error, or "". err is the error
// of [Parse]; a syntax error causes only a warning.
func OutlineFile(path, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	t, err := Parse(path, text, nil)
	if err != nil {
		return nil, "", err
	}
	if shallow {
		t.Decls = slices.DeleteFunc(t.Decls, func(d facts.Decl) bool { return !d.TopLevel })
		for i := range t.Decls {
			t.Decls[i].Signature = nil
		}
		return t.Decls, t.Warning, nil
	}
	decls, _ = Sort(t.Decls)
	return decls, t.Warning, nil
}

// Sort returns a copy of decls sorted by line, with the Parent indexes of the new order. place[i] is
// the index of decls[i] in sorted.
func Sort(decls []facts.Decl) (sorted []facts.Decl, place []int) {
	order := make([]int, len(decls))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return decls[a].Line - decls[b].Line })
	to, out := make([]int, len(decls)), make([]facts.Decl, len(decls))
	for at, i := range order {
		to[i], out[at] = at, decls[i]
	}
	for i := range out {
		if out[i].Parent >= 0 {
			out[i].Parent = to[out[i].Parent]
		}
	}
	return out, to
}

// IsTest reports whether the name of a file is that of a test file.
func IsTest(path string) bool { return strings.HasSuffix(path, "_test.go") }
