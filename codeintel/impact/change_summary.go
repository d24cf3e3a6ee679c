package impact

import (
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/change"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Summary returns the result of [AnalyzeChange] in a few sentences.
func (r *ChangeReport) Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "The change of %s ", count(len(r.Changed), "file"))
	kinds := map[change.Kind]int{}
	for i := range r.Elements {
		kinds[r.Elements[i].Kind]++
	}
	var parts []string
	for _, k := range []struct {
		kind change.Kind
		verb string
	}{
		{change.Added, "adds"},
		{change.Removed, "removes"},
		{change.Modified, "modifies"},
		{change.Renamed, "renames"},
		{change.Moved, "moves"},
	} {
		if n := kinds[k.kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", k.verb, count(n, "element")))
		}
	}
	if len(parts) == 0 {
		parts = []string{"touches no element"}
	}
	fmt.Fprintf(&b, "%s. ", strings.Join(parts, ", "))
	if len(r.Breaks) > 0 {
		first := &r.Breaks[0]
		fmt.Fprintf(&b, "It does not adapt %s, first %s:%d (%s %s). ", count(len(r.Breaks), "place"), first.File, first.Line,
			first.Kind, first.Element.Name)
	}
	if len(r.NotAnalyzed) > 0 {
		fmt.Fprintf(&b, "The elements of %s are unknown. ", count(len(r.NotAnalyzed), "changed file"))
	}
	b.WriteString(r.effects())
	if len(r.Tests) > 0 {
		counts := r.TestsByReason()
		var parts []string
		for _, reason := range []Reason{Changed, Calls, Data, Loads, Config} {
			if counts[reason] > 0 {
				parts = append(parts, fmt.Sprintf("%s %d", reason, counts[reason]))
			}
		}
		fmt.Fprintf(&b, " Tests by reason: %s.", strings.Join(parts, ", "))
	}
	return b.String()
}

// TestsByReason counts the tests.
func (r *ChangeReport) TestsByReason() map[Reason]int {
	counts := map[Reason]int{}
	for i := range r.Tests {
		counts[r.Tests[i].Reason]++
	}
	return counts
}

// Precision returns the precision of the least precise language of a changed file.
func (r *ChangeReport) Precision() facts.Precision {
	for i := range r.Changed {
		if p := r.Changed[i].Path(); index.WordOf(p) != "" && index.PrecisionOf(p) != facts.Semantic {
			return index.PrecisionOf(p)
		}
	}
	return facts.Semantic
}
