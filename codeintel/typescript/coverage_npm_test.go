//go:build npm

package typescript

import (
	"path/filepath"
	"testing"
)

// TestMentionsCoverPackages checks the sources of published packages in the same way as
// TestMentionsCoverFixtures.
func TestMentionsCoverPackages(t *testing.T) {
	for _, name := range []string{"rxjs/src", "zod/src", "effect/src"} {
		t.Run(name, func(t *testing.T) {
			checkMentions(t, filepath.Join("../../.tmp/npm/sources", name))
		})
	}
}
