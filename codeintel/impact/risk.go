package impact

import (
	"fmt"
	"math"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/graph"
)

// measures contains the inputs of a risk. Dependents in tests do not count, because the purpose
// of tests is to detect changes.
type measures struct {
	operation                 Operation
	direct, transitive, files int
	exported                  bool
	tests                     int
	unresolved                graph.UnresolvedCounts
	breaks, possibleBreaks    int // places that the change does not adapt; only of a change of files
}

func (b *builder) measure(r *Report) measures {
	m := measures{
		operation: b.strongest(), tests: len(r.Tests), unresolved: r.Unresolved, exported: b.exported(),
	}
	m.direct, m.transitive = r.Dependents.Direct-r.InTests.Direct, r.Dependents.Transitive-r.InTests.Transitive
	m.files = r.Dependents.Files - r.InTests.Files
	return m
}

// exported reports whether a subject, or any element of a subject file, is exported.
func (b *builder) exported() bool {
	for _, s := range b.subjects {
		if b.Element(s.node).Exported || b.IsFile(s.node) && !s.alone && b.exports(s.node) {
			return true
		}
	}
	return false
}

func (b *builder) exports(file graph.Node) bool {
	return slices.ContainsFunc(b.Elements(file), func(n graph.Node) bool { return b.Element(n).Exported })
}

// assess computes the risk: score = weight × (min(45, 6·direct) + min(25, 2·transitive) +
// min(20, 2·files)) + 5 if exported + 5 if the target has dependents and no test reaches it.
// The weight is 0.7 for modify, 0.85 for refactor and 1 for delete. The score is at least 20
// if the unresolved calls that may lead to the target outnumber its known direct dependents,
// because its actual dependents are then mostly unknown. It is at least 70 if a change of files
// does not adapt places that certainly depend on a changed element, and 45 if these are known by
// their names only.
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
	if m.breaks > 0 && r.Score < 70 {
		note += fmt.Sprintf("; raised from %d, because the change does not adapt %s", r.Score, count(m.breaks, "place"))
		r.Score = 70
	}
	if m.possibleBreaks > 0 && r.Score < 45 {
		note += fmt.Sprintf(
			"; raised from %d, because the change may not adapt %s", r.Score, count(m.possibleBreaks, "place"),
		)
		r.Score = 45
	}
	var to string
	r.Level, to = level(r.Score)
	r.Rule = fmt.Sprintf("%s (%s): score %d = %g (%s) × "+
		"(%d for %d direct + %d for %d transitive dependents outside tests + %d for %s) + %d (%s) + %d (%s)",
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
