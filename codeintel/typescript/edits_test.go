package typescript

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

var edits = flag.Int("edits", 20, "number of edits in each sequence of TestResultsStayValidAfterRandomEdits")

// TestResultsStayValidAfterRandomEdits edits a small project at random: bodies,
// signatures, names, imports, files, configurations. After each edit, all results that
// the analyzer did not report as stale must equal those of a new analyzer.
func TestResultsStayValidAfterRandomEdits(t *testing.T) {
	for seed := range 8 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			e := &editor{Rand: rand.New(rand.NewPCG(uint64(seed), 1)), inMemory: newInMemory(t)}
			for i := range editedFiles {
				e.texts[fmt.Sprintf("m%d.ts", i)] = e.file(i)
			}
			e.texts["s.js"] = e.script()
			e.texts["tsconfig.json"] = e.config()
			k := &kept{
				a: &Analyzer{maxLines: e.IntN(2)}, declared: map[string]facts.Declared{},
				files: map[string]facts.File{},
			}
			var log []string
			for range *edits {
				k.update(t, e.project(), e.IntN(8) == 0, e)
				if k.differs(t, e.project()) {
					t.Fatalf(
						"kept results differ after the edits below, want the same; edits:\n%s\nfiles:\n%s",
						strings.Join(log, "\n"), e.dump(),
					)
				}
				log = append(log, e.edit())
			}
		})
	}
}

// kept is an analyzer with the results that it did not report as stale.
type kept struct {
	a        *Analyzer
	declared map[string]facts.Declared
	files    map[string]facts.File
}

func (k *kept) update(t *testing.T, p *facts.Project, release bool, random *editor) {
	t.Helper()
	if release {
		k.a.Release()
	}
	if random.IntN(4) == 0 { // an update that is cancelled
		ctx, cancel := context.WithCancel(context.Background())
		if _, err := k.a.Update(ctx, p, func(int, int) { cancel() }); err == nil {
			t.Log("the update ended before its cancellation")
		}
		cancel()
	}
	changes := update(t, k.a, p)
	for _, f := range changes.Removed {
		delete(k.declared, f)
		delete(k.files, f)
	}
	for _, d := range changes.Declared {
		k.declared[d.Path] = d
	}
	for _, f := range changes.Stale {
		delete(k.files, f)
	}
	var some []string
	for _, f := range p.Files {
		if _, ok := k.files[f]; !ok && random.IntN(4) > 0 {
			some = append(some, f)
		}
	}
	maps.Copy(k.files, named(resolved(t, k.a, some), k.declared))
}

// named replaces the index of a target by the name of the declaration, because an edit
// can change the index of the same declaration.
func named(files map[string]facts.File, declared map[string]facts.Declared) map[string]facts.File {
	for _, f := range files {
		spell := func(t *facts.Target) {
			if t.External == "" && t.Decl != facts.ModuleLevel {
				t.File, t.Decl = t.File+"#"+declared[t.File].Decls[t.Decl].Name, 0
			}
		}
		for i := range f.Calls {
			spell(&f.Calls[i].To)
		}
		for i := range f.Imports {
			spell(&f.Imports[i].To)
		}
		for i := range f.Heritage {
			spell(&f.Heritage[i].Of)
		}
		for i := range f.References {
			spell(&f.References[i].To)
		}
		for i := range f.Unresolved {
			for j := range f.Unresolved[i].Maybe {
				spell(&f.Unresolved[i].Maybe[j])
			}
		}
	}
	return files
}

// differs reports whether the kept results differ from those of a new analyzer.
func (k *kept) differs(t *testing.T, p *facts.Project) bool {
	t.Helper()
	fresh := &Analyzer{}
	declared := map[string]facts.Declared{}
	for _, d := range update(t, fresh, p).Declared {
		declared[d.Path] = d
	}
	want := named(resolved(t, fresh, slices.Sorted(maps.Keys(k.files))), declared)
	orderless := cmpopts.SortSlices(func(a, b facts.Alias) bool { return fmt.Sprint(a) < fmt.Sprint(b) })
	diff := cmp.Diff(want, k.files, cmpopts.EquateEmpty()) + cmp.Diff(declared, k.declared, cmpopts.EquateEmpty(),
		orderless)
	if diff != "" {
		t.Errorf("kept results differ (-new +kept):\n%s", diff)
	}
	return diff != ""
}

// editor generates files. Each file declares the same names with its number as a suffix
// and refers to files with higher numbers. An edit changes the value of a name, which
// changes the targets of calls in distant files.
type editor struct {
	*rand.Rand
	*inMemory
}

const editedFiles = 7

func (e *editor) pick(of ...string) string { return of[e.IntN(len(of))] }

// name returns a name that file i declares and other files can import.
func (e *editor) name(i int) string { return e.pick("f", "f", "g", "k", "v") + fmt.Sprint(i) }

// value returns the value of a constant, or the result of a function, in file i.
func (e *editor) value(i int) string {
	if i >= editedFiles-1 {
		return e.pick("new Last()", "{ m() { return 1; } }", "1")
	}
	j := i + 1 + e.IntN(min(3, editedFiles-1-i))
	return e.pick(e.name(j), e.name(j), e.name(j)+"()", fmt.Sprintf("new C%d()", j), fmt.Sprintf("new C%d()", i),
		"{ m() { return 1; } }",
		fmt.Sprintf("{ m: %s }", e.name(j)), fmt.Sprintf("ns%d.%s", i+1, e.name(i+1)), fmt.Sprintf("ns%d", i+1),
		fmt.Sprintf("o%d.%s", j, e.name(j+1)), "glob()")
}

// statement returns a statement of file i. It uses the values of imported names.
func (e *editor) statement(i, at int) string {
	j := min(i+1, editedFiles-1)
	switch at {
	case 0:
		return fmt.Sprintf("import { f%d, g%d, k%d%s, C%d, o%d } from '%s%d';",
			j, j, j, e.pick("", " as v"+fmt.Sprint(j)), j, j, e.pick("./m", "./m", "~/m"), j)
	case 1:
		return fmt.Sprintf("import * as ns%d from './m%d';", j, j)
	case 2:
		return fmt.Sprintf("export function f%d()%s { %s return %s; }", i,
			e.pick("", "", "", ": any", ": "+fmt.Sprintf("C%d", i)), e.use(j), e.value(i))
	case 3:
		return fmt.Sprintf("export const g%d%s = %s;", i, e.pick("", "", ": () => C"+fmt.Sprint(i)),
			e.pick("() => "+e.value(i), e.value(i)))
	case 4:
		return fmt.Sprintf("export const k%d = %s;", i, e.value(i))
	case 5:
		return fmt.Sprintf("%slet v%d = %s; export function set%d(): void { v%d = %s; }", e.pick("", "export "), i,
			e.name(j), i, i, e.name(j))
	case 6:
		return fmt.Sprintf("export class C%d%s { p = %s; m()%s { %s return %s; } %s }", i,
			e.pick("", " extends C"+fmt.Sprint(j), " implements I"), e.name(j),
			e.pick("", ": any"), e.use(j), e.value(i), e.pick("", "n() {}", "[key]() {}"))
	case 7:
		return fmt.Sprintf("export const o%d%s = %s;", i, e.pick("", ": any"),
			e.pick("ns"+fmt.Sprint(j), fmt.Sprintf("{ m: f%d, n() { %s } }", j, e.use(j)),
				"{ ...ns"+fmt.Sprint(j)+" }"))
	case 8:
		return fmt.Sprintf("export { %s as %s } from './m%d';", e.name(j), e.pick("x", "f"+fmt.Sprint(i+1)), j)
	case 9:
		if i == 0 {
			return e.pick("", "", "declare global { function glob(): I; interface I { m(): any } }")
		}
		return e.pick(fmt.Sprintf("export * from './m%d';", j), fmt.Sprintf("export default f%d;", i), "")
	default:
		return fmt.Sprintf("function use%d_%d(): void { %s }", i, at, e.use(j))
	}
}

// use returns a statement that calls a declaration of file j.
func (e *editor) use(j int) string {
	n := e.name(j)
	return e.pick(n+"();", n+"().m();", n+".m();", n+".m().n();", fmt.Sprintf("ns%d.%s().m();", j, n),
		fmt.Sprintf("o%d.m().m(); o%d.%s();", j, j, e.name(j+1)),
		fmt.Sprintf("new C%d().m().m();", j), fmt.Sprintf("new C%d().p();", j), fmt.Sprintf("v%d();", j-1),
		fmt.Sprintf("const l = %s; l();", n), "glob().m();",
		fmt.Sprintf("const q = new C%d(); q.p = %s;", j, n), fmt.Sprintf("ns%d.x().m();", j),
		fmt.Sprintf("v%d = %s;", j-1, n))
}

func (e *editor) file(i int) string {
	var lines []string
	for at := range 12 {
		lines = append(lines, e.statement(i, at))
	}
	return strings.Join(lines, "\n") + "\nexport class Last { m() { return new Last(); } n() {} }\n"
}

func (e *editor) script() string {
	return fmt.Sprintf("const { %s } = require('./m%d');\n%s\n", e.name(1), e.IntN(3),
		e.pick("module.exports = f1;", "exports.f1 = f1;", "module.exports = { f0, f2: f1 };",
			"function glob() {}", "f1();"))
}

func (e *editor) config() string {
	return fmt.Sprintf(`{"compilerOptions": {"lib": ["es5"], "types": [], "paths": {"~/*": ["./%s*"]}}}`,
		e.pick("", "", "x/"))
}

// edit changes the project and describes the change.
func (e *editor) edit() string {
	i := e.IntN(editedFiles)
	name := fmt.Sprintf("m%d.ts", i)
	text, exists := e.texts[name]
	switch choice := e.IntN(24); {
	case choice == 0 && exists:
		delete(e.texts, name)
		return "removed " + name
	case !exists:
		e.texts[name] = e.file(i)
		return "added " + name
	case choice == 1:
		e.texts["tsconfig.json"] = e.config()
		return "changed tsconfig.json"
	case choice == 2:
		e.texts["s.js"] = e.script()
		return "changed s.js"
	case choice == 3:
		e.texts[name] = "// " + fmt.Sprint(e.IntN(100)) + "\n" + text
		return "added a comment to " + name
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	first := len(lines) - 13
	at := e.IntN(12)
	lines[first+at] = e.statement(i, at)
	if at > 1 && e.IntN(8) == 0 {
		lines[first+at] = "" // removed until a later edit
	}
	e.texts[name] = strings.Join(lines, "\n") + "\n"
	return name + ":\n" + cmp.Diff(text, e.texts[name])
}

func (e *editor) dump() string {
	var s strings.Builder
	for _, name := range slices.Sorted(maps.Keys(e.texts)) {
		fmt.Fprintf(&s, "-- %s --\n%s", name, e.texts[name])
	}
	return s.String()
}
