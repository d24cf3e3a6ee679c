package parser

import (
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestReusedReaderReturnsSameTrees checks that the result of a reader depends neither on the
// files parsed before nor on their number.
func TestReusedReaderReturnsSameTrees(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got no archives and error %v, want archives", err)
	}
	texts := []string{
		"", "x = " + strings.Repeat("(", 2*maxDepth),
		"f(" + strings.Repeat("a, b=[1], *c, ", 3*largeSlab) + ")\n",
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			texts = append(texts, string(f.Data)) // includes the trees, which are invalid files
		}
	}
	var r Reader
	for range 2 {
		for _, text := range texts {
			if diff := gocmp.Diff(dump(Parse(text)), dump(r.Parse(text))); diff != "" {
				t.Fatalf("tree of %.200q (-want, new reader +got, reused reader):\n%s", text, diff)
			}
		}
	}
}
