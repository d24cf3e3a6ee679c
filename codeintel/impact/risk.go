package impact

import (
	"fmt"
	"math"

	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// measures is what a risk is made from. Dependents in tests are left out:
// their purpose is to detect changes.
type measures struct {
	operation                 Operation
	direct, transitive, files int
	exported                  bool
	tests                     int
	unresolved                graph.UnresolvedCounts
}

func (b *builder) measure(r *Report) measures {
	m := measures{
		operation: b.operation, tests: len(r.Tests), unresolved: r.Unresolved, exported: b.exported(),
	}
	files := map[string]bool{}
	for _, d := range b.found {
		if index.IsTest(d.File) {
			continue
		}
		files[d.File] = true
		if d.Depth == 1 {
			m.direct++
		} else {
			m.transitive++
		}
	}
	m.files = len(files)
	return m
}

// exported reports a target that is exported, of a file anything in it.
func (b *builder) exported() bool {
	if !b.IsFile(b.target) {
		return b.Element(b.target).Exported
	}
	for _, n := range b.Elements(b.target) {
		if b.Element(n).Exported {
			return true
		}
	}
	return false
}

// assess is the rule: score = weight × (min(45, 6·direct) + min(25, 2·transitive) +
// min(20, 2·files)) + 5 if exported + 5 if it has dependents and no test reaches it,
// where weight is 0.7 to modify, 0.85 to refactor, 1 to delete, and dependents in
// tests do not count. It is at least 20 where more calls that may be of the target
// are not resolved than dependents are known: what is not known is not safe.
func assess(m measures) Risk {
	weight := map[Operation]float64{Modify: 0.7, Refactor: 0.85, Delete: 1}[m.operation]
	direct, transitive, files := min(45, 6*m.direct), min(25, 2*m.transitive), min(20, 2*m.files)
	exported, untested := 0, 0
	if m.exported {
		exported = 5
	}
	if m.tests == 0 && m.direct > 0 {
		untested = 5
	}
	r := Risk{Exported: m.exported}
	r.Score = min(100, int(math.Round(weight*float64(direct+transitive+files)))+exported+untested)
	note := ""
	if n := m.unresolved.Calls + m.unresolved.Imports; n > 0 {
		note = fmt.Sprintf("; %s that could not be resolved may add to it", count(n, "place"))
	}
	if m.unresolved.Calls > m.direct && r.Score < 20 {
		note = fmt.Sprintf("; raised from %d, as %s that may be of it could not be resolved", r.Score, count(m.unresolved.Calls, "call"))
		r.Score = 20
	}
	var to string
	r.Level, to = level(r.Score)
	r.Rule = fmt.Sprintf("%s (%s): score %d = %g (%s) × (%d for %d direct + %d for %d transitive dependents + %d for %s) + %d (%s) + %d (%s)",
		r.Level, to, r.Score, weight, m.operation, direct, m.direct, transitive, m.transitive, files, count(m.files, "file"),
		exported, word(m.exported, "exported", "not exported"), untested, covered(m.tests))
	r.Rule += note
	return r
}

func level(score int) (Level, string) {
	switch {
	case score < 20:
		return Low, "below 20"
	case score < 45:
		return Medium, "20 to 44"
	case score < 70:
		return High, "45 to 69"
	default:
		return Critical, "from 70"
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func word(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

func covered(tests int) string {
	switch tests {
	case 0:
		return "no test reaches it"
	case 1:
		return "1 test reaches it"
	default:
		return fmt.Sprintf("%d tests reach it", tests)
	}
}
