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

var edits = flag.Int("edits", 20, "how many edits TestRandomEdits makes in each of its sequences")

// TestRandomEdits edits a small project at random: bodies, signatures, names,
// imports, files, configurations. After each edit everything the analyzer told,
// and did not call stale since, is what a fresh one tells.
func TestRandomEdits(t *testing.T) {
	for seed := range 8 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			e := &editor{Rand: rand.New(rand.NewPCG(uint64(seed), 1)), inMemory: newInMemory(t)}
			for i := range 6 {
				e.texts[fmt.Sprintf("m%d.ts", i)] = e.file()
			}
			e.texts["s.js"] = e.script()
			e.texts["tsconfig.json"] = e.config()
			k := &kept{a: &Analyzer{}, declared: map[string]facts.Declared{}, files: map[string]facts.File{}}
			var log []string
			for range *edits {
				k.update(t, e.project(), e.IntN(3) == 0, e)
				if k.differs(t, e.project()) {
					t.Fatalf("after %s\n%s", strings.Join(log, "\n"), e.dump())
				}
				log = append(log, e.edit())
			}
		})
	}
}

// kept is an analyzer with all it told that holds.
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
	if random.IntN(4) == 0 { // one that does not come through
		ctx, cancel := context.WithCancel(context.Background())
		if _, err := k.a.Update(ctx, p, func(int, int) { cancel() }); err == nil {
			t.Log("an update was over before it was cancelled")
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
		if _, ok := k.files[f]; !ok && random.IntN(3) > 0 {
			some = append(some, f)
		}
	}
	maps.Copy(k.files, spelled(resolved(t, k.a, some), k.declared))
}

// spelled names targets: where they are among the declarations of their files may
// change while they stay the same.
func spelled(files map[string]facts.File, declared map[string]facts.Declared) map[string]facts.File {
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
		for i := range f.Unresolved {
			for j := range f.Unresolved[i].Maybe {
				spell(&f.Unresolved[i].Maybe[j])
			}
		}
	}
	return files
}

func (k *kept) differs(t *testing.T, p *facts.Project) bool {
	t.Helper()
	fresh := &Analyzer{}
	declared := map[string]facts.Declared{}
	for _, d := range update(t, fresh, p).Declared {
		declared[d.Path] = d
	}
	want := spelled(resolved(t, fresh, slices.Sorted(maps.Keys(k.files))), declared)
	orderless := cmpopts.SortSlices(func(a, b facts.Alias) bool { return fmt.Sprint(a) < fmt.Sprint(b) })
	diff := cmp.Diff(want, k.files, cmpopts.EquateEmpty()) + cmp.Diff(declared, k.declared, cmpopts.EquateEmpty(), orderless)
	if diff != "" {
		t.Errorf("what was kept differs (-fresh +kept):\n%s", diff)
	}
	return diff != ""
}

// editor makes up files. Names recur in all of them, so that a name often comes
// to mean something else.
type editor struct {
	*rand.Rand
	*inMemory
}

func (e *editor) pick(of ...string) string { return of[e.IntN(len(of))] }

func (e *editor) module() string {
	return e.pick("./m0", "./m1", "./m2", "./m3", "./m4", "./m5", "~/m1", "~/m2", "./s", "./gone")
}

func (e *editor) function() string { return e.pick("f0", "f1", "f2") }

// body is what stands in a function.
func (e *editor) body() string {
	return e.pick("return 1;", "return f0();", "f1(); return 2;", "const l = f2; l(); return 3;", "v0 = f1; return 4;",
		"let i = 0; i++; return ns.f0();", "new C0().m(); return 5;", "t0['a'](); return 6;", "new C1().p(); v0(); return 7;",
		"glob(); return 8;", "const o = new C1(); o.p = f0; return o;", "return d();", "return new C0();", "return new C1();",
		"f0().m(); return f2();", "f1().m(); f1().p(); return new C0();", "f2().m(); ns.f0().m(); return { m: f1 };", "v0 = f0; return f0;", "v0 = f2; return {};")
}

func (e *editor) statement() string {
	f := e.function()
	switch e.IntN(22) {
	case 0, 1, 2:
		return fmt.Sprintf("export function %s(): any { %s }", f, e.body())
	case 3, 4:
		return fmt.Sprintf("export function %s() { %s }", f, e.body())
	case 5:
		return fmt.Sprintf("import { %s, %s } from '%s';", f, e.pick("C0", "v0", "f1"), e.module())
	case 6:
		return fmt.Sprintf("import { %s as %s, %s } from '%s';", e.function(), f, e.pick("C1", "v0", "t0"), e.module())
	case 7:
		return fmt.Sprintf("import * as ns from '%s';", e.module())
	case 8:
		return fmt.Sprintf("export * from '%s';", e.module())
	case 9:
		return fmt.Sprintf("export { %s as %s } from '%s';", e.function(), f, e.module())
	case 10:
		return fmt.Sprintf("export default %s;", e.pick(f, "class extends C0 {}", "() => f1()"))
	case 11:
		return fmt.Sprintf("import d from '%s';", e.module())
	case 12, 13:
		return fmt.Sprintf("export class %s%s { p = %s; m()%s { %s } }", e.pick("C0", "C1"), e.pick("", " extends C1", " implements I0"), f,
			e.pick("", ": any"), e.body())
	case 14:
		return fmt.Sprintf("export let v0 = %s; export function set(): any { v0 = %s; }", f, e.function())
	case 15:
		return fmt.Sprintf("export const t0%s = { a: %s, b: () => { %s } };", e.pick("", ": any", ": I1"), f, e.body())
	case 16:
		return "export interface I0 { m(): any }"
	case 17:
		return fmt.Sprintf("declare global { function glob(): any; interface I1 { %s(): any } }", e.pick("a", "b"))
	case 18:
		return fmt.Sprintf("export const f1: %s = () => { %s };", e.pick("() => any", "I0"), e.body())
	case 19:
		return fmt.Sprintf("export const k = () => import('%s').then((m) => m.%s());", e.module(), f)
	default:
		return fmt.Sprintf("function inner%d() { %s }", e.IntN(3), e.body())
	}
}

func (e *editor) file() string {
	lines := []string{"export const own = 1;", fmt.Sprintf("import { %s, %s } from '%s';", e.function(), e.pick("C0", "v0", "t0"), e.pick("./m0", "./m1", "./m2"))}
	for range 4 + e.IntN(5) {
		lines = append(lines, e.statement())
	}
	return strings.Join(lines, "\n") + "\n"
}

func (e *editor) script() string {
	return fmt.Sprintf("const { %s } = require('%s');\n%s\n", e.function(), e.module(),
		e.pick("module.exports = f0;", "exports.f1 = f1;", "module.exports = { f0, f2: f1 };", "function glob() {}", "f0();"))
}

func (e *editor) config() string {
	return fmt.Sprintf(`{"compilerOptions": {"lib": ["es5"], "types": [], "paths": {"~/*": ["./%s*"]}}}`, e.pick("", "x/"))
}

// edit changes something and tells what.
func (e *editor) edit() string {
	names := slices.Sorted(maps.Keys(e.texts))
	name := names[e.IntN(len(names))]
	switch e.IntN(10) {
	case 0:
		name = fmt.Sprintf("m%d.ts", e.IntN(6))
		if _, ok := e.texts[name]; ok {
			delete(e.texts, name)
			return "removed " + name
		}
		e.texts[name] = e.file()
		return "added " + name
	case 1:
		e.texts["tsconfig.json"] = e.config()
		return "configured"
	}
	if !strings.HasSuffix(name, ".ts") {
		e.texts["s.js"] = e.script()
		return "wrote s.js"
	}
	lines := strings.Split(strings.TrimSuffix(e.texts[name], "\n"), "\n")
	at := 1 + e.IntN(len(lines))
	switch what := e.IntN(7); {
	case at == len(lines) || what == 0:
		lines = slices.Insert(lines, at, e.statement())
	case what == 1:
		lines = slices.Delete(lines, at, at+1)
	case what == 2:
		lines[at] = e.statement()
	default: // another body, if there is one
		open, end := strings.IndexByte(lines[at], '{'), strings.LastIndexByte(lines[at], ';')
		if open < 0 || end < open || !strings.Contains(lines[at], "function") && !strings.Contains(lines[at], "class") {
			lines[at] = "// " + lines[at]
			break
		}
		open = strings.LastIndexByte(lines[at][:end], '{')
		lines[at] = lines[at][:open+1] + " " + e.body() + lines[at][end+1:]
	}
	before := e.texts[name]
	e.texts[name] = strings.Join(lines, "\n") + "\n"
	return name + ":\n" + cmp.Diff(before, e.texts[name])
}

func (e *editor) dump() string {
	var s strings.Builder
	for _, name := range slices.Sorted(maps.Keys(e.texts)) {
		fmt.Fprintf(&s, "-- %s --\n%s", name, e.texts[name])
	}
	return s.String()
}
