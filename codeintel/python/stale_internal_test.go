package python

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// projectOf returns a project with some files.
func projectOf(texts map[string]string) *facts.Project {
	p := &facts.Project{Root: "/project", Known: map[string]facts.Digest{}}
	texts = maps.Clone(texts)
	p.Read = func(rel string) (string, bool) {
		text, ok := texts[rel]
		return text, ok
	}
	for path, text := range texts {
		sum := sha256.Sum256([]byte(text))
		p.Known[path] = facts.Digest(sum[:16])
		if (Language{}).IsSource(path) {
			p.Files = append(p.Files, path)
		}
	}
	slices.Sort(p.Files)
	return p
}

func updated(t *testing.T, a facts.Analyzer, texts map[string]string) facts.Changes {
	t.Helper()
	changes, err := a.Update(context.Background(), projectOf(texts), nil)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

const staleLib = `import other

LIMIT = 1

def plain(x):
    y = x + 1
    print(y)

def typed() -> int:
    z = 2
    return z

def made():
    result = other.A()
    log = 1
    return result

class C:
    def __init__(self):
        unused = 3
        self.held = other.A()
        self.many = []

    def go(self):
        here = 4
        self.many.append(other.A())
        loose = []
        loose.append(other.A())
        loose.append(loose)
        self.go()
`

// TestEditMakesOnlyAffectedFilesStale checks that an edit makes other files stale only if it
// changes something that they can see.
func TestEditMakesOnlyAffectedFilesStale(t *testing.T) {
	own, all := []string{"lib.py"}, []string{"far.py", "lib.py", "use.py"}
	for _, test := range []struct {
		name, from, to string
		want           []string
	}{
		{"statement in a body", "y = x + 1", "y = x + 2", own},
		{"local variable that is not returned", "log = 1", "log = other.B()", own},
		{"call in a method", "here = 4", "other.B()", own},
		{"comment", "LIMIT = 1", "LIMIT = 1  # one", own},
		{"preceding lines", "import other\n", "import other\n\n\n", own},
		{"body of a function with a return annotation", "z = 2", "z = other.B()", own},
		{"returned variable", "result = other.A()", "result = other.B()", all},
		{"returned value", "return result", "return other.B()", all},
		{"new return statement", "    print(y)", "    return other.A()", all},
		{"attribute of an instance", "self.held = other.A()", "self.held = other.B()", all},
		{"insertion into a list of an instance", "self.many.append(other.A())", "self.many.append(other.B())", all},
		{"insertion into a local list", "loose.append(other.A())", "loose.append(other.B())", own},
		{"return annotation", "-> int", "-> other.A", all},
		{"parameter", "def plain(x)", "def plain(x: other.A)", all},
		{"variable", "LIMIT = 1", "LIMIT = other.A()", all},
		{"base class", "class C:", "class C(other.A):", all},
		{"function name", "def plain", "def renamed", all},
		{"import", "import other", "import other.b as other", all},
		{"decorator", "def made", "@property\ndef made", all},
	} {
		t.Run(test.name, func(t *testing.T) {
			texts := map[string]string{
				"lib.py": staleLib, "use.py": "from lib import *\n", "far.py": "import use\n",
				"other.py": "class A: ...\nclass B: ...\n", "alone.py": "x = 1\n",
			}
			a := Language{}.NewAnalyzer()
			updated(t, a, texts)
			if !strings.Contains(staleLib, test.from) {
				t.Fatalf("got a file without %q, want the text to replace", test.from)
			}
			texts["lib.py"] = strings.Replace(staleLib, test.from, test.to, 1)
			changes := updated(t, a, texts)
			if diff := cmp.Diff(test.want, changes.Stale); diff != "" {
				t.Errorf("stale files (-want +got):\n%s", diff)
			}
			if len(changes.Declared) != 1 || changes.Declared[0].Path != "lib.py" {
				t.Errorf("got declared files %v, want lib.py only", changes.Declared)
			}
		})
	}
}

// TestAddedAndRemovedFilesMakeImportersStale checks that imports are resolved again when files
// are added or removed.
func TestAddedAndRemovedFilesMakeImportersStale(t *testing.T) {
	texts := map[string]string{
		"use.py": "import pkg.mod\nfrom lib import f\n", "far.py": "from use import f\n", "alone.py": "import json\n",
		"lib.py": "def f(): ...\n",
	}
	a := Language{}.NewAnalyzer()
	updated(t, a, texts)
	for _, step := range []struct {
		name string
		edit func()
		want []string
	}{
		{"add an imported module", func() { texts["pkg/mod.py"] = "" }, []string{"far.py", "pkg/mod.py", "use.py"}},
		{"add its package", func() { texts["pkg/__init__.py"] = "" }, []string{"far.py", "pkg/__init__.py", "use.py"}},
		{"add a module without importers", func() { texts["none.py"] = "" }, []string{"none.py"}},
		{
			"add a package that shadows a module", func() { texts["lib/__init__.py"] = "" },
			[]string{"far.py", "lib/__init__.py", "use.py"},
		},
		{"remove the package", func() { delete(texts, "lib/__init__.py") }, []string{"far.py", "use.py"}},
		{"no change", func() {}, nil},
	} {
		step.edit()
		if diff := cmp.Diff(step.want, updated(t, a, texts).Stale); diff != "" {
			t.Errorf("%s: stale files (-want +got):\n%s", step.name, diff)
		}
	}
}
