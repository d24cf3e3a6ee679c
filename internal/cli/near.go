package cli

import (
	"strings"

	"github.com/coderef-system/coderefd/internal/near"
)

// nearest returns the names that a mistyped one may have meant.
func nearest(name string, known []string) []string { return near.Names(name, known) }

// didYouMean asks for the nearest names; empty when there is none.
func didYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "did you mean " + clean(strings.Join(names, " or ")) + "?"
}
