package cli

import (
	"strings"

	"github.com/coderef-system/coderefd/internal/cli/output"
	"github.com/coderef-system/coderefd/internal/near"
)

// nearest returns the names that are similar to a misspelt one.
func nearest(name string, known []string) []string { return near.Names(name, known) }

// didYouMean suggests the nearest names, or returns "" if there are none.
func didYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "did you mean " + output.Clean(strings.Join(names, " or ")) + "?"
}
