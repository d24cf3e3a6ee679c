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

// TestEditsAreSeen edits a project at random. After each edit it compares the results with
// those of a new project.
func TestEditsAreSeen(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			e := newEditing(t, seed)
			p := open(e.dir)
			for step := range 12 {
				edit := e.edit()
				fresh := open(e.dir)
				all := allRequests(t, fresh, e.random)
				for range 6 {
					q := all[e.random.IntN(len(all))]
					if diff := cmp.Diff(mustQuery(t, fresh, q), mustQuery(t, p, q)); diff != "" {
						t.Fatalf("step %d, %s: %+v (-fresh +edited):\n%s", step, edit, q, diff)
					}
				}
			}
		})
	}
}

// editing is a project in two languages whose modules call, extend and re-export each other.
type editing struct {
	t      *testing.T
	dir    string
	random *rand.Rand
	files  map[string]bool
}

const editedModules = 6

func newEditing(t *testing.T, seed uint64) *editing {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	e := &editing{t: t, dir: dir, random: rand.New(rand.NewPCG(seed, 7)), files: map[string]bool{}}
	e.write("go.mod", "module example.com/m\n\ngo 1.26\n")
	for i := range editedModules {
		e.writeModule(i)
	}
	e.writeGo()
	return e
}

// edit makes a random edit and returns its description.
func (e *editing) edit() string {
	switch e.random.IntN(10) {
	case 0:
		name := module(e.random.IntN(editedModules))
		if e.files[name] {
			if err := os.Remove(filepath.Join(e.dir, name)); err != nil {
				e.t.Fatal(err)
			}
		}
		delete(e.files, name)
		return "remove " + name
	case 1:
		paths := []string{"./*", "../nowhere/*"}[e.random.IntN(2)]
		e.write("tsconfig.json", fmt.Sprintf(`{"compilerOptions": {"paths": {"~/*": [%q]}}}`, paths))
		return "configure " + paths
	case 2:
		e.write(".gitignore", []string{"", "m1.ts\n", "m2.ts\nsub/\n"}[e.random.IntN(3)])
		return "ignore"
	case 3:
		e.writeGo()
		return "write Go"
	default:
		return "write " + e.writeModule(e.random.IntN(editedModules))
	}
}

func module(i int) string {
	if i%2 == 1 {
		return fmt.Sprintf("sub/m%d.ts", i)
	}
	return fmt.Sprintf("m%d.ts", i)
}

// writeModule writes a module of random statements.
func (e *editing) writeModule(i int) string {
	var b strings.Builder
	other := func() string {
		to := module(e.random.IntN(editedModules))
		if e.random.IntN(4) == 0 {
			return "~/" + strings.TrimSuffix(to, ".ts")
		}
		if i%2 == 1 {
			return "../" + strings.TrimSuffix(to, ".ts")
		}
		return "./" + strings.TrimSuffix(to, ".ts")
	}
	name := func() string { return "f" + fmt.Sprint(e.random.IntN(4)) }
	fmt.Fprintf(&b, "import { f0 as a, f1 as b, Base as Other } from %q;\n", other())
	fmt.Fprintf(&b, "import * as all from %q;\n", other())
	fmt.Fprintf(&b, "export class Base { run() { return a(); } %s() { this.run(); } }\n", name())
	if e.random.IntN(2) == 0 {
		fmt.Fprintf(&b, "export class Derived extends Other { run() { return all.%s(); } }\n", name())
	}
	for k := range 4 {
		switch e.random.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "export const f%d = a;\n", k)
		case 1:
			fmt.Fprintf(&b, "export function f%d(): void { all.%s(); new Other().run(); }\n", k, name())
		case 2:
			fmt.Fprintf(&b, "export { f%d } from %q;\n", k, other())
		case 3:
			fmt.Fprintf(&b, "\nexport const f%d = () => { b(); return new all.Base(); };\n", k)
		case 4:
			fmt.Fprintf(&b, "export function f%d() { return [a, b][%d](); }\n", k, e.random.IntN(2))
		}
	}
	if e.random.IntN(3) == 0 {
		fmt.Fprintf(&b, "export * from %q;\n", other())
	}
	e.write(module(i), b.String())
	return module(i)
}

// writeGo writes a package with a type and an interface, and a package that calls them.
func (e *editing) writeGo() {
	method := func() string { return "M" + fmt.Sprint(e.random.IntN(3)) }
	e.write("g/t.go",
		fmt.Sprintf("package g\n\ntype T struct{}\n\nfunc (T) %s() {}\n\nfunc New() T { return T{} }\n", method()))
	e.write("g/i.go",
		fmt.Sprintf("package g\n\ntype I interface{ %[1]s() }\n\nfunc Call(i I) { i.%[1]s() }\n", method()))
	e.write("h/h.go",
		fmt.Sprintf("package h\n\nimport \"example.com/m/g\"\n\nfunc %s() { g.Call(nil); g.New() }\n", method()))
}

func (e *editing) write(name, text string) {
	e.files[name] = true
	write(e.t, filepath.Join(e.dir, name), text)
}
