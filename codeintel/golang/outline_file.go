package golang

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// outlineFile lists the declarations of a file in source order.
func outlineFile(path, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	t, err := parse(path, text, nil)
	if err != nil {
		return nil, "", err
	}
	if shallow {
		t.decls = slices.DeleteFunc(t.decls, func(d facts.Decl) bool { return !d.TopLevel })
		for i := range t.decls {
			t.decls[i].Signature = nil
		}
		return t.decls, t.warning, nil
	}
	decls, _ = inOrder(t.decls)
	return decls, t.warning, nil
}

// inOrder sorts declarations by place, and tells where each went.
func inOrder(decls []facts.Decl) (sorted []facts.Decl, place []int) {
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

// isTest reports whether a file contains tests, by its name.
func isTest(path string) bool { return strings.HasSuffix(path, "_test.go") }
