//go:build npm

package index

import (
	"path/filepath"
	"testing"
)

// TestAnswersOfPackagesDoNotDependOnHistory does for a sample of questions about
// real packages what TestAnswersDoNotDependOnHistory does for fixtures.
func TestAnswersOfPackagesDoNotDependOnHistory(t *testing.T) {
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
