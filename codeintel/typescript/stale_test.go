package typescript

import (
	"strings"
	"testing"
)

// TestEditMakesOnlyAffectedFilesStale checks which other files become stale after an
// edit of a.ts.
func TestEditMakesOnlyAffectedFilesStale(t *testing.T) {
	files := []string{
		"tsconfig.json", `{"compilerOptions": {"lib": ["es5"], "types": []}}`,
		"a.ts", `export function f() { return 1; }
export function g(): C { return new C(); }
export class C { m() { return f(); } }
export let v = f;
export function set() { v = g; }
export default class { }
const hidden = 1;
`,
		"barrel.ts", "export * from './a';\n",
		"callsC.ts", "import { g } from './a';\ng().m();\n",
		"callsF.ts", "import { f as called } from './a';\ncalled();\n",
		"callsV.ts", "import { v } from './a';\nv();\n",
		"default.ts", "import d from './a';\nnew d();\n",
		"far.ts", "import { near } from './near';\nnear();\n",
		"near.ts", "import * as a from './a';\nexport const near = a.f;\nexport const other = 1;\n",
		"other.ts", "import { other } from './near';\nother;\n",
		"script.js", "const a = require('./a');\na.x();\n",
		"through.ts", "import { f } from './barrel';\nf();\n",
		"whole.ts", "import * as a from './a';\nexport const all = { ...a };\n",
		"wholeUser.ts", "import { all } from './whole';\nall.q();\n",
	}
	for _, tt := range []struct{ name, old, now, want string }{
		{"value of a hidden constant", "const hidden = 1;", "const hidden = 2;", ""},
		{"new export", "const hidden", "export function q(): void { }\nconst hidden", "script.js whole.ts wholeUser.ts"},
		{"body of a function with a return type", "return new C();", "f(); return new C();", ""},
		{
			"inferred return type", "return 1;", "return '';",
			"callsC.ts callsF.ts callsV.ts far.ts near.ts script.js through.ts whole.ts wholeUser.ts",
		},
		{
			"inferred return type of a method", "return f();", "return 2;",
			"callsC.ts callsV.ts script.js whole.ts wholeUser.ts",
		},
		{"value of a variable", "v = g;", "v = f;", "callsV.ts script.js whole.ts wholeUser.ts"},
		{
			"default export", "default class { }", "default class { x = 1 }",
			"default.ts script.js whole.ts wholeUser.ts",
		},
		{
			"removed export", "export function f() { return 1; }", "",
			"callsC.ts callsF.ts callsV.ts far.ts near.ts script.js through.ts whole.ts wholeUser.ts",
		},
		{
			"assignment to a prototype", "const hidden = 1;", "const hidden = 1; C.prototype.m = f;",
			"barrel.ts callsC.ts callsF.ts callsV.ts " +
				"default.ts far.ts near.ts other.ts script.js through.ts whole.ts wholeUser.ts",
		},
	} {
		m := newInMemory(t, files...)
		a := &Analyzer{}
		update(t, a, m.project())
		text := m.texts["a.ts"]
		if m.texts["a.ts"] = strings.Replace(text, tt.old, tt.now, 1); m.texts["a.ts"] == text {
			t.Fatalf("%s: got no %q in a.ts, want it: the test replaces it", tt.name, tt.old)
		}
		stale := update(t, a, m.project()).Stale
		if got := strings.Join(stale[1:], " "); stale[0] != "a.ts" || got != tt.want {
			t.Errorf("%s: got stale files %s and %s\nwant a.ts and %s", tt.name, stale[0], got, tt.want)
		}
	}
}
