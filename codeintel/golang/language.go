package golang

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Language is Go. Its paths are relative to a project's root, with slashes.
type Language struct{}

var _ facts.Language = Language{}

// Words implements [facts.Language].
func (Language) Words() map[string][]string { return map[string][]string{"go": {".go"}} }

// IsSource implements [facts.Language]. What a vendor folder holds is other
// people's code; Go files right in a folder of that name are a package like any.
func (Language) IsSource(path string) bool {
	return strings.HasSuffix(path, ".go") && !vendored(path)
}

// IsConfig implements [facts.Language].
func (Language) IsConfig(path string) bool {
	dir, name := split(path)
	switch name {
	case "go.mod", "go.work":
		return !vendored(path)
	case "modules.txt":
		return dir == "vendor" || strings.HasSuffix(dir, "/vendor")
	}
	return false
}

// vendored reports a file of a package below a vendor folder.
func vendored(path string) bool {
	dir, _ := split(path)
	return strings.Contains("/"+dir, "/vendor/")
}

// split cuts a path into its folder, "." for none, and its name.
func split(path string) (dir, name string) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ".", path
	}
	return path[:i], path[i+1:]
}

// Outline implements [facts.Language].
func (Language) Outline(path, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
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

// IsTest implements [facts.Language].
func (Language) IsTest(path string) bool { return strings.HasSuffix(path, "_test.go") }

// Precision implements [facts.Language].
func (Language) Precision() facts.Precision { return facts.Semantic }
