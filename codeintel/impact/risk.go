package impact

import (
	"fmt"
	"math"

	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// measures contains the inputs of a risk. Dependents in tests do not count, because the purpose
// of tests is to detect changes.
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

// exported reports whether the target, or any element of a target file, is exported.
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

// assess computes the risk: score = weight × (min(45, 6·direct) + min(25, 2·transitive) +
// min(20, 2·files)) + 5 if exported + 5 if the target has dependents and no test reaches it.
// The weight is 0.7 for modify, 0.85 for refactor and 1 for delete. The score is at least 20
// if the unresolved calls that may lead to the target outnumber its known direct dependents,
// because its actual dependents are then mostly unknown.
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
		note = fmt.Sprintf("; %s that could not be resolved may increase it", count(n, "place"))
	}
	if m.unresolved.Calls > m.direct && r.Score < 20 {
		note = fmt.Sprintf("; raised from %d, because %s that may lead to the target could not be resolved",
			r.Score, count(m.unresolved.Calls, "call"))
		r.Score = 20
	}
	var to string
	r.Level, to = level(r.Score)
	r.Rule = fmt.Sprintf("%s (%s): score %d = %g (%s) × "+
		"(%d for %d direct + %d for %d transitive dependents + %d for %s) + %d (%s) + %d (%s)",
		r.Level, to, r.Score, weight, m.operation,
		direct, m.direct, transitive, m.transitive, files, count(m.files, "file"),
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

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
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
