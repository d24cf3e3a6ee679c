package drift

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/indexfile"
)

// Status is the result of comparing one element.
type Status string

// The statuses.
const (
	Unchanged Status = "unchanged"
	Moved     Status = "moved" // to another line or file
	Renamed   Status = "renamed"
	Missing   Status = "missing"
	Ambiguous Status = "ambiguous" // several current elements match
	Added     Status = "added"
)

// order returns the position in a report: statuses that need action come first.
func (s Status) order() int {
	return slices.Index([]Status{Missing, Ambiguous, Renamed, Moved, Added, Unchanged}, s)
}

// Entry is the result for one element.
type Entry struct {
	Reference  string // the reference in the index, or the id of an added element
	Status     Status
	Confidence float64            // from 0 to 1, with two decimals
	Old        *indexfile.Element // nil for an added element
	New        *Current           // nil if no element matches
	Candidates []string           // ids of the candidates of an ambiguous element
	// Suggestion is the reference to use instead, with its line. It is empty if the element is
	// unchanged or has no match.
	Suggestion  string
	AutoFixable bool // Suggestion can be applied without review
}

// The minimal confidence of a suggestion that can be applied without review.
const (
	fixableMove   = 0.85
	fixableRename = 0.7
)

// maxCandidates bounds the candidates of an ambiguous entry.
const maxCandidates = 20

// Report contains an entry for each element, sorted by status (missing, ambiguous, renamed,
// moved, added, unchanged), then by file, line and name.
type Report struct {
	Entries []Entry
	Counts  map[Status]int
}

// Percentage returns the share of the elements of the index that are not [Unchanged], in
// percent. It is 0 for an empty index.
func (r *Report) Percentage() float64 {
	indexed := len(r.Entries) - r.Counts[Added]
	if indexed == 0 {
		return 0
	}
	return 100 * float64(indexed-r.Counts[Unchanged]) / float64(indexed)
}

// Compare matches the elements of an index with the current elements. Its time is linear in
// the number of both. A current element that the index lacks has the status [Added] only if
// the index contains elements of its kind: an element in a file with the same extension and,
// for properties, namespaces and elements declared in bodies, an element of the same kind.
func Compare(old []indexfile.Element, now []Current) *Report {
	m := newMatcher(old, now)
	m.inPlace()
	m.byLastPart()
	m.elsewhere()
	m.renamed()
	m.byBody()
	return m.report()
}

func (m *matcher) report() *Report {
	r := &Report{Counts: map[Status]int{}}
	for i := range m.old {
		r.Entries = append(r.Entries, m.entry(i))
	}
	covered, candidate := m.covered(), m.candidates()
	for j := range m.now {
		if n := &m.now[j]; !m.used[j] && covered(n) && !candidate[j] {
			r.Entries = append(r.Entries, Entry{Reference: n.ID, Status: Added, Confidence: 1, New: n})
		}
	}
	for i := range r.Entries {
		r.Counts[r.Entries[i].Status]++
	}
	slices.SortStableFunc(r.Entries, func(a, b Entry) int {
		aFile, aLine := a.place()
		bFile, bLine := b.place()
		return cmp.Or(a.Status.order()-b.Status.order(), strings.Compare(aFile, bFile), aLine-bLine,
			strings.Compare(a.Reference, b.Reference))
	})
	return r
}

func (e *Entry) place() (file string, line int) {
	if e.Old != nil {
		return e.Old.File, e.Old.Line
	}
	return e.New.File, e.New.Line
}

func (m *matcher) entry(i int) Entry {
	old := &m.old[i]
	e := Entry{Reference: old.ID, Old: old, Status: Missing, Confidence: 1}
	if e.Reference == "" {
		e.Reference = coderef2.Format(coderef2.Designator(old.Type), old.File, old.Name, old.Line)
	}
	found := m.found[i]
	if rivals := m.unmatchedRivals(i); len(rivals) > 0 {
		e.Status, e.Confidence = Ambiguous, round(m.best[i])
		for _, j := range rivals[:min(len(rivals), maxCandidates)] {
			e.Candidates = append(e.Candidates, m.now[j].ID)
		}
		return e
	}
	if found == nil {
		return e
	}
	n := &m.now[found.now]
	e.New, e.Confidence = n, round(found.confidence)
	switch {
	case found.renamed:
		e.Status = Renamed
	case n.File != old.File || old.Line > 0 && n.Line != old.Line:
		e.Status = Moved
	default:
		e.Status = Unchanged
		return e
	}
	e.Suggestion = coderef2.Format(coderef2.Designator(n.Type), n.File, n.Name, n.Line)
	e.AutoFixable = e.Confidence >= fixableMove || e.Status == Renamed && e.Confidence >= fixableRename
	return e
}

// unmatchedRivals returns the rivals of an ambiguous element that match no other element.
func (m *matcher) unmatchedRivals(i int) []int {
	if m.found[i] != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(m.rivals[i]), func(j int) bool { return m.used[j] })
}

// candidates marks the candidates of ambiguous elements: they do not count as added.
func (m *matcher) candidates() []bool {
	marked := make([]bool, len(m.now))
	for i := range m.old {
		for _, j := range m.unmatchedRivals(i) {
			marked[j] = true
		}
	}
	return marked
}

func round(f float64) float64 { return float64(int(f*100+0.5)) / 100 }

// covered returns a function that reports whether the index would contain an element if the
// element had existed when the index was written.
func (m *matcher) covered() func(*Current) bool {
	if len(m.old) == 0 {
		return func(*Current) bool { return true }
	}
	types, extensions := map[string]bool{}, map[string]bool{}
	nested := false
	for i, old := range m.old {
		types[old.Type], extensions[path.Ext(old.File)] = true, true
		if found := m.found[i]; found != nil {
			nested = nested || m.now[found.now].Nested
		}
	}
	return func(n *Current) bool {
		switch n.Type {
		case facts.Property, facts.Namespace:
			if !types[n.Type] {
				return false
			}
		}
		return extensions[path.Ext(n.File)] && (nested || !n.Nested)
	}
}
