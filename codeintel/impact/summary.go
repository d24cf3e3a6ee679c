package impact

import (
	"fmt"
	"strings"
)

// The bounds of the lists in a summary.
const (
	modulesInSummary = 3
	testsInSummary   = 3
)

// Summary returns the result of [Analyze] in a few sentences.
func (r *Report) Summary(o Operation) string {
	verb := map[Operation]string{Modify: "Modifying", Refactor: "Refactoring", Delete: "Deleting"}[o]
	name := r.Element.Name
	if name != r.Element.File {
		name += " in " + r.Element.File
	}
	return fmt.Sprintf("%s the %s %s: %s", verb, r.Element.Type, name, r.effects())
}

// effects describes dependents, modules, risk, tests and unresolved places.
func (r *Report) effects() string {
	var b strings.Builder
	d := r.Dependents
	direct := count(d.Direct, "direct dependent")
	fmt.Fprintf(&b, "%s and %d transitive in %s", direct, d.Transitive, count(d.Files, "file"))
	if n := r.InTests.Direct + r.InTests.Transitive; n > 0 {
		fmt.Fprintf(&b, " (%d direct and %d transitive of them in tests)", r.InTests.Direct, r.InTests.Transitive)
	}
	if len(r.Modules) > 0 {
		fmt.Fprintf(&b, ", in %s: ", count(len(r.Modules), "folder"))
		for i, m := range r.Modules[:min(len(r.Modules), modulesInSummary)] {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%s (%d)", m.Path, m.Direct+m.Transitive)
		}
		ellipsis(&b, len(r.Modules), modulesInSummary)
	}
	fmt.Fprintf(&b, ". Risk %s, score %d. ", r.Risk.Level, r.Risk.Score)
	switch len(r.Tests) {
	case 0:
		b.WriteString("No test reaches it.")
	default:
		fmt.Fprintf(&b, "%s, nearest first: ", count(len(r.Tests), "test"))
		for i, t := range r.Tests[:min(len(r.Tests), testsInSummary)] {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(t.String())
		}
		ellipsis(&b, len(r.Tests), testsInSummary)
		b.WriteString(".")
	}
	if n := r.Unresolved.Calls + r.Unresolved.Imports; n > 0 {
		fmt.Fprintf(&b, " %s may lead to it and could not be resolved.", count(n, "place"))
	}
	return b.String()
}

func ellipsis(b *strings.Builder, total, listed int) {
	if total > listed {
		b.WriteString(", …")
	}
}

// String returns the place and name of a test.
func (t *Test) String() string {
	if t.Name == "" {
		return t.File
	}
	return fmt.Sprintf("%s:%d %s", t.File, t.Line, t.Name)
}
