package result

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/internal/cli/output"
)

// subject identifies the state of the project that the result of a code-intelligence tool describes.
type subject struct {
	Commit  string `json:"commit"`
	Branch  string `json:"branch"`
	Dirty   *bool  `json:"dirty"`
	LeftOut struct {
		Total    int            `json:"total"`
		ByReason map[string]int `json:"by_reason"`
	} `json:"files_left_out"`
}

// print prints a line about the commit, and one about the files that were left out.
func (s *subject) print(w io.Writer) {
	const digits = 12
	if s.Commit != "" {
		line := "commit " + output.Clean(s.Commit[:min(digits, len(s.Commit))])
		if s.Branch != "" {
			line += " on " + output.Clean(s.Branch)
		}
		if s.Dirty != nil && *s.Dirty {
			line += ", with uncommitted changes"
		}
		fmt.Fprintln(w, line)
	}
	if s.LeftOut.Total == 0 {
		return
	}
	by := s.LeftOut.ByReason
	reasons := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		return cmp.Or(cmp.Compare(by[b], by[a]), cmp.Compare(a, b))
	})
	for i, reason := range reasons {
		reasons[i] = fmt.Sprintf("%d %s", by[reason], output.Clean(reason))
	}
	fmt.Fprintf(w, "%s left out: %s\n", output.Count(s.LeftOut.Total, "file"), strings.Join(reasons, ", "))
}
