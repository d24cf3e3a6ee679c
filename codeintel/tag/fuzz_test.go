package tag

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzMake checks for any text and options that only lines with tags change, and that
// a second run changes nothing.
func FuzzMake(f *testing.F) {
	for _, seed := range []struct{ extension, text string }{
		{"ts", "/** d */\n@D({a: ')'})\nexport class A {\r\n  // @M/a#A.m:9\n  m() {}\n  /* x */ n() {}\n}\nconst a = 1, b = `\n${c}\n`;\n"},
		{"tsx", "#!x\n// @ts-nocheck\nexport default () => <p>a\nb</p>; function f() {}\n// @Fn/a.tsx#g:1\n// @Fn/a.tsx#g:2\nfunction g() {}"},
		{"go", "package a\n\n// F\n//\n//go:noinline\nfunc F() {}\nconst (\n\tA = `\n`; B = 1\n)\n"},
		{"py", "#!x\n'''d'''\n@a(\n  1)\n# c\nclass A:\n    \"\"\"d\"\"\"\n    def f(self): \\\n      pass\n    x = 1\n"},
	} {
		for bits := range uint8(8) {
			f.Add(seed.extension, seed.text, bits)
		}
	}
	f.Fuzz(func(t *testing.T, extension, text string, bits uint8) {
		file, opts := "src/a."+extension, Options{Force: bits&1 != 0, UpdateLines: bits&2 != 0, Private: bits&4 != 0}
		plan, err := Make(file, text, opts)
		if err != nil {
			return // the file is not changed
		}
		if got, want := withoutTags(file, plan.Text), withoutTags(file, text); got != want {
			t.Errorf("text without tags changed (-want +got):\n%s", cmp.Diff(want, got))
		}
		if again, err := Make(file, plan.Text, opts); err != nil || again.Changes() {
			t.Errorf("the second run: got changes or error %v, want none; text %q, tagged %q", err, text, plan.Text)
		}
	})
}
