//go:build npm

package export

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestSCIPPackages reads the index of a published package with the readers of other projects, and
// compares it with the index that scip-typescript makes of the same sources: the places of the
// definitions, and the definitions to which references lead.
func TestSCIPPackages(t *testing.T) {
	packages, err := filepath.Abs("../../.tmp/npm/scip/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.CopyFS(filepath.Join(root, "src"), os.DirFS("../../.tmp/npm/sources/rxjs/src")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(root, "package.json"), []byte(`{"name": "rxjs", "version": "7.8.2"}`))
	writeFile(t, filepath.Join(root, "tsconfig.json"), []byte(`{"include": ["src"], "compilerOptions": {
		"module": "esnext", "moduleResolution": "bundler", "target": "esnext", "skipLibCheck": true, "types": []}}`))
	ours, theirs := filepath.Join(t.TempDir(), "ours.scip"), filepath.Join(t.TempDir(), "theirs.scip")
	writeFile(t, ours, scipOf(t, root, 0).Encode())
	indexer := exec.Command("node", filepath.Join(packages, "@sourcegraph/scip-typescript/dist/src/main.js"),
		"index", "--output", theirs)
	indexer.Dir = root
	if out, err := indexer.CombinedOutput(); err != nil {
		t.Fatalf("scip-typescript: %v\n%s", err, out)
	}
	out, err := exec.Command("node", "testdata/scip/compare.cjs", packages, ours, theirs).CombinedOutput()
	if err != nil {
		t.Fatalf("compare.cjs: %v\n%s", err, out)
	}
	var got struct {
		Documents, Same, Different, Missing, Definitions, DefinitionsSame int
		Examples                                                          []string
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	t.Logf("%s", out)
	// The rest are properties that the other index treats as local names, and calls of super().
	references := got.Same + got.Different + got.Missing
	if got.Documents < 250 || references < 5000 || float64(got.Same) < 0.985*float64(references) {
		t.Errorf("documents %d, references %d, %d with the same definition; want at least 250, 5000 and 98.5%%",
			got.Documents, references, got.Same)
	}
	if got.Definitions < 900 || float64(got.DefinitionsSame) < 0.99*float64(got.Definitions) {
		t.Errorf("definitions %d, %d at the same place; want at least 900 and 99%%", got.Definitions, got.DefinitionsSame)
	}
}
