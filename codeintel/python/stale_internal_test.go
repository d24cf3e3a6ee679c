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

// projectOf is a project of texts.
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

// TestWhatAnEditMakesStale pins that an edit of what others cannot see leaves the
// facts of others as they are, and that an edit of what they can see does not.
func TestWhatAnEditMakesStale(t *testing.T) {
	own, all := []string{"lib.py"}, []string{"far.py", "lib.py", "use.py"}
	for _, test := range []struct {
		name, from, to string
		want           []string
	}{
		{"a statement of a body", "y = x + 1", "y = x + 2", own},
		{"a local variable that is not returned", "log = 1", "log = other.B()", own},
		{"a call in a method", "here = 4", "other.B()", own},
		{"a comment", "LIMIT = 1", "LIMIT = 1  # one", own},
		{"lines before", "import other\n", "import other\n\n\n", own},
		{"the body of a function that declares its result", "z = 2", "z = other.B()", own},
		{"what is returned, by way of a variable", "result = other.A()", "result = other.B()", all},
		{"what is returned", "return result", "return other.B()", all},
		{"that something is returned", "    print(y)", "    return other.A()", all},
		{"what an instance is set to", "self.held = other.A()", "self.held = other.B()", all},
		{"what is put into a list of an instance", "self.many.append(other.A())", "self.many.append(other.B())", all},
		{"what is put into a local list", "loose.append(other.A())", "loose.append(other.B())", own},
		{"a declared result", "-> int", "-> other.A", all},
		{"a parameter", "def plain(x)", "def plain(x: other.A)", all},
		{"a variable", "LIMIT = 1", "LIMIT = other.A()", all},
		{"a base class", "class C:", "class C(other.A):", all},
		{"a name", "def plain", "def renamed", all},
		{"an import", "import other", "import other.b as other", all},
		{"a decorator", "def made", "@property\ndef made", all},
	} {
		t.Run(test.name, func(t *testing.T) {
			texts := map[string]string{
				"lib.py": staleLib, "use.py": "from lib import *\n", "far.py": "import use\n", "other.py": "class A: ...\nclass B: ...\n", "alone.py": "x = 1\n",
			}
			a := Language{}.NewAnalyzer()
			updated(t, a, texts)
			if !strings.Contains(staleLib, test.from) {
				t.Fatalf("no %q", test.from)
			}
			texts["lib.py"] = strings.Replace(staleLib, test.from, test.to, 1)
			changes := updated(t, a, texts)
			if diff := cmp.Diff(test.want, changes.Stale); diff != "" {
				t.Errorf("stale (-want +got):\n%s", diff)
			}
			if len(changes.Declared) != 1 || changes.Declared[0].Path != "lib.py" {
				t.Errorf("declared anew: %v", changes.Declared)
			}
		})
	}
}

// TestFilesThatComeAndGo pins that imports lead to other files as soon as those are
// there, or not any more.
func TestFilesThatComeAndGo(t *testing.T) {
	texts := map[string]string{
		"use.py": "import pkg.mod\nfrom lib import f\n", "far.py": "from use import f\n", "alone.py": "import json\n", "lib.py": "def f(): ...\n",
	}
	a := Language{}.NewAnalyzer()
	updated(t, a, texts)
	for _, step := range []struct {
		name string
		edit func()
		want []string
	}{
		{"a module that is imported", func() { texts["pkg/mod.py"] = "" }, []string{"far.py", "pkg/mod.py", "use.py"}},
		{"its package", func() { texts["pkg/__init__.py"] = "" }, []string{"far.py", "pkg/__init__.py", "use.py"}},
		{"one that nobody imports", func() { texts["none.py"] = "" }, []string{"none.py"}},
		{"a package in place of a module", func() { texts["lib/__init__.py"] = "" }, []string{"far.py", "lib/__init__.py", "use.py"}},
		{"the package goes", func() { delete(texts, "lib/__init__.py") }, []string{"far.py", "use.py"}},
		{"nothing", func() {}, nil},
	} {
		step.edit()
		if diff := cmp.Diff(step.want, updated(t, a, texts).Stale); diff != "" {
			t.Errorf("%s: stale (-want +got):\n%s", step.name, diff)
		}
	}
}
