//go:build npm

package index

import (
	"path/filepath"
	"testing"
)

// TestResultsOfPackagesDoNotDependOnHistory does the same as TestResultsDoNotDependOnHistory
// for a sample of queries about published packages.
func TestResultsOfPackagesDoNotDependOnHistory(t *testing.T) {
	for _, name := range []string{"rxjs/src", "zod/src", "effect/src"} {
		t.Run(name, func(t *testing.T) {
			root, err := filepath.Abs(filepath.Join("../../.tmp/npm/sources", name))
			if err != nil {
				t.Fatal(err)
			}
			compareWithExhaustive(t, root, 300, 2)
		})
	}
}
