package index

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPythonEditsAreSeen does the same as TestEditsAreSeen for Python, where calls are resolved
// by types that are inferred from return values and attributes across several files.
func TestPythonEditsAreSeen(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(seed, 11))
			e := &pythonEditing{editing{t: t, dir: dir, random: random, files: map[string]bool{}}}
			for i := range editedModules {
				e.writeModule(i)
			}
			p := open(e.dir)
			for step := range 16 {
				edit := e.edit()
				fresh := open(e.dir)
				all := allRequests(t, fresh, e.random)
				for range 8 {
					q := all[e.random.IntN(len(all))]
					if diff := cmp.Diff(mustQuery(t, fresh, q), mustQuery(t, p, q)); diff != "" {
						t.Fatalf("step %d, %s: %+v (-fresh +edited):\n%s", step, edit, q, diff)
					}
				}
			}
		})
	}
}

// pythonEditing is a project with modules in two packages and outside of them.
type pythonEditing struct{ editing }

func pythonModule(i int) string { return []string{"a/m%d.py", "b/m%d.py", "n%d.py"}[i%3] }

func (e *pythonEditing) path(i int) string { return fmt.Sprintf(pythonModule(i), i) }

// edit makes a random edit and returns its description.
func (e *pythonEditing) edit() string {
	switch e.random.IntN(8) {
	case 0:
		name := e.path(e.random.IntN(editedModules))
		if e.files[name] {
			if err := os.Remove(filepath.Join(e.dir, name)); err != nil {
				e.t.Fatal(err)
			}
		}
		delete(e.files, name)
		return "remove " + name
	case 1:
		init := []string{"a/__init__.py", "b/__init__.py"}[e.random.IntN(2)]
		text := []string{
			"", "from .m0 import *\n", "from a.m0 import f0 as f1, Base\n", "from . import m1, m3\n",
		}[e.random.IntN(4)]
		e.write(init, text)
		return "write " + init + ": " + text
	default:
		return "write " + e.writeModule(e.random.IntN(editedModules))
	}
}

// writeModule writes a module of random statements.
func (e *pythonEditing) writeModule(i int) string {
	var b strings.Builder
	other := func() string {
		to := e.random.IntN(editedModules)
		return strings.ReplaceAll(strings.TrimSuffix(e.path(to), ".py"), "/", ".")
	}
	name := func() string { return "f" + fmt.Sprint(e.random.IntN(4)) }
	fmt.Fprintf(&b, "from %s import f0 as g, f1 as h, Base as Other\n", other())
	fmt.Fprintf(&b, "import %s as mod\nimport a, b.m1\n", other())
	fmt.Fprintf(&b, "class Base(%s):\n    def __init__(self):\n        self.held = %s\n",
		[]string{"", "Other", "mod.Base"}[e.random.IntN(3)], []string{"g()", "h", "Other()", "mod"}[e.random.IntN(4)])
	fmt.Fprintf(&b, "    def run(self):\n        return self.%s()\n    def %s(self): return self.held\n", name(), name())
	for k := range 4 {
		switch e.random.IntN(7) {
		case 0:
			fmt.Fprintf(&b, "f%d = g\n", k)
		case 1:
			fmt.Fprintf(&b, "def f%d():\n    x = mod.%s()\n    x.run()\n    return x\n", k, name())
		case 2:
			fmt.Fprintf(&b, "from %s import f%d\n", other(), k)
		case 3:
			fmt.Fprintf(&b, "\ndef f%d() -> 'Base':\n    h().run()\n    a.%s()\n    b.m1.%s()\n", k, name(), name())
		case 4:
			fmt.Fprintf(&b, "def f%d():\n    local = %s\n    return local\n", k,
				[]string{"Other", "g", "mod.f2", "Base().held", "[g, h]"}[e.random.IntN(5)])
		case 5:
			fmt.Fprintf(&b, "def f%d():\n    for x in h():\n        x().run()\n    return Other().run()\n", k)
		}
	}
	if e.random.IntN(3) == 0 {
		fmt.Fprintf(&b, "from %s import *\n", other())
	}
	fmt.Fprintf(&b, "%s()()\n%s().run()\nBase().run().run()\n", name(), name())
	e.write(e.path(i), b.String())
	return e.path(i) + ":\n" + b.String()
}
