package workspace

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBuiltFilesAreReplacedBySources checks which source replaces the file that a manifest
// names.
func TestBuiltFilesAreReplacedBySources(t *testing.T) {
	built := []Output{{Built: "a/out/types", Sources: "."}, {Built: "a/compiled", Sources: "a/source"}}
	for _, row := range []struct {
		name, manifest string
		sources        []string
		want           string
	}{
		{"the same path in src", `{"main": "dist/x.js"}`, []string{"src/x.ts", "src/index.ts"}, `{"main": "./src/x.ts"}`},
		{"the same path with folders", `{"main": "./dist/node/x.cjs"}`, []string{"src/node/x.ts", "src/x.ts"}, `{"main": "./src/node/x.ts"}`},
		{"fewer folders", `{"main": "lib/esm/x.mjs"}`, []string{"src/x.mts"}, `{"main": "./src/x.mts"}`},
		{"without src", `{"types": "dist/x.d.ts"}`, []string{"x.tsx"}, `{"types": "./x.tsx"}`},
		{"the entry point", `{"module": "dist/bundle.js"}`, []string{"src/index.js"}, `{"module": "./src/index.js"}`},
		{"an existing file", `{"main": "lib/x.js"}`, []string{"lib/x.js", "src/x.ts"}, ""},
		{"an existing declaration", `{"types": "x.d.ts"}`, []string{"x.d.ts", "src/x.ts"}, ""},
		{"a folder with a module", `{"main": "lib"}`, []string{"lib/index.ts", "src/index.ts"}, ""},
		{"two sources", `{"main": "dist/x.js"}`, []string{"src/x.ts", "src/x.tsx"}, ""},
		{"no source", `{"main": "dist/x.js"}`, []string{"src/y.ts"}, ""},
		{"a missing file between sources", `{"main": "lib/x.js"}`, []string{"lib/y.ts", "src/x.ts"}, ""},
		{"a style sheet", `{"exports": {"./x.css": "./dist/x.css"}}`, []string{"src/x.ts", "src/index.ts"}, ""},
		{"the output of a configuration", `{"main": "compiled/x.js"}`, []string{"source/x.ts", "src/x.ts"}, `{"main": "./source/x.ts"}`},
		{"an output with a wider root", `{"types": "out/types/a/lib/x.d.ts"}`, []string{"lib/x.ts"}, `{"types": "./lib/x.ts"}`},
		{
			"the field source", `{"source": "lib/main.ts", "main": "dist/x.js"}`,
			[]string{"lib/main.ts", "src/x.ts"},
			`{"source": "lib/main.ts", "main": "./lib/main.ts"}`,
		},
		{
			"conditions keep their order", `{"exports": {"require": {"types": "./dist/index.d.cts", "default": "./dist/index.cjs"}, "import": "./dist/index.mjs"}}`,
			[]string{"src/index.ts"},
			`{"exports": {"require": {"types": "./src/index.ts", "default": "./src/index.ts"}, "import": "./src/index.ts"}}`,
		},
		{
			"a condition that names a source", `{"exports": {".": {"@s/source": "./code/main.ts", "default": "./dist/index.js"}}}`,
			[]string{"code/main.ts", "src/index.ts"},
			`{"exports": {".": {"@s/source": "./code/main.ts", "default": "./code/main.ts"}}}`,
		},
		{
			"a subpath that names a folder", `{"exports": {"./runner": "./dist/chunks/runner-abc.js", "./none": null}}`,
			[]string{"src/runner/index.ts"},
			`{"exports": {"./runner": "./src/runner/index.ts", "./none": null}}`,
		},
		{
			"patterns", `{"exports": {"./*": "./dist/*.mjs", "./sub/*": "./dist/sub/*/index.js", "./img/*": "./dist/*.png"}}`,
			[]string{"src/x.ts", "src/sub/y/index.ts"},
			`{"exports": {"./*": ["./src/*.js","./src/*/index.js","./dist/*.mjs"], "./sub/*": ["./src/sub/*/index.js","./dist/sub/*/index.js"], "./img/*": "./dist/*.png"}}`,
		},
		{
			"imports", `{"imports": {"#x": {"default": "./dist/x.js"}, "#dep": "left-pad", "#y/*": "./dist/*.js"}}`,
			[]string{"src/x.ts"},
			`{"imports": {"#x": {"default": "./src/x.ts"}, "#dep": "left-pad", "#y/*": ["./src/*.js","./src/*/index.js","./dist/*.js"]}}`,
		},
		{"malformed JSON", `{"main": "dist/x.js"`, []string{"src/x.ts"}, ""},
		{"fields of other types", `{"main": 1, "exports": [], "imports": "x"}`, []string{"src/x.ts"}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			files := map[string]string{"a/package.json": row.manifest}
			for _, f := range row.sources {
				files["a/"+f] = ""
			}
			p := projectOf(files)
			got := Read(p).SourceManifests(p, func(string) []Output { return built })["a/package.json"]
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("manifest (-want +got):\n%s", diff)
			}
			if got != "" && !json.Valid([]byte(got)) {
				t.Errorf("got invalid JSON: %s", got)
			}
		})
	}
}
