package drift

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/indexfile"
)

// Bounds on the number of elements that one element is compared with. They keep the total
// time linear.
const (
	maxSameName = 64
	window      = 32 // candidates for a renaming, before and after the line of the old element
)

// The minimal difference between the confidences of the best and the second-best candidate.
const (
	clearMove   = 0.1
	clearRename = 0.05
	rounding    = 1e-9
)

// maxRounds bounds how often the destinations of matched elements are used to match others.
const maxRounds = 4

// matcher matches the elements of an index with current elements. It identifies both by their
// index in old and now.
type matcher struct {
	old    []indexfile.Element
	now    []Current
	found  []*match  // by old element; nil without a match
	rivals [][]int   // by old element: the current elements that match equally well
	best   []float64 // by old element: the highest confidence of the rivals
	used   []bool    // by current element: it matches an old element
	bodies bool      // old and now have body hashes computed in the same way
}

// match is the current element that matches an old one.
type match struct {
	now        int
	confidence float64
	renamed    bool
}

func newMatcher(old []indexfile.Element, now []Current) *matcher {
	m := &matcher{
		old: slices.Clone(old), now: slices.Clone(now), found: make([]*match, len(old)),
		rivals: make([][]int, len(old)), best: make([]float64, len(old)), used: make([]bool, len(now)),
	}
	m.bodies = m.sameHashes()
	return m
}

// sameHashes reports whether the body hashes are comparable. Tools compute them in different
// ways, so at least one hash of the index must also be the hash of a current element.
func (m *matcher) sameHashes() bool {
	current := map[string]bool{}
	for _, n := range m.now {
		current[n.BodyHash] = n.BodyHash != ""
	}
	return slices.ContainsFunc(m.old, func(o indexfile.Element) bool { return current[o.BodyHash] })
}

func (m *matcher) take(i, j int, confidence float64, renamed bool) {
	m.found[i] = &match{now: j, confidence: min(confidence, 1), renamed: renamed}
	m.used[j] = true
	m.rivals[i] = nil
}

type key struct{ file, name string }

// lost returns the old elements without a match.
func (m *matcher) lost() (out []int) {
	for i := range m.old {
		if m.found[i] == nil {
			out = append(out, i)
		}
	}
	return out
}

// free groups the current elements without a match by a key. Each group is sorted by line.
func free[K comparable](m *matcher, by func(*Current) K) map[K][]int {
	groups := map[K][]int{}
	for j := range m.now {
		if !m.used[j] {
			k := by(&m.now[j])
			groups[k] = append(groups[k], j)
		}
	}
	for _, group := range groups {
		slices.SortStableFunc(group, func(a, b int) int { return m.now[a].Line - m.now[b].Line })
	}
	return groups
}

// inPlace matches elements with the same name in the same file. If there are several, it
// prefers those on the same line, then those of the same type in their order.
func (m *matcher) inPlace() {
	groups := free(m, func(n *Current) key { return key{n.File, n.Name} })
	for _, like := range []func(*indexfile.Element, *Current) bool{
		func(o *indexfile.Element, n *Current) bool { return o.Type == n.Type && o.Line == n.Line },
		func(o *indexfile.Element, n *Current) bool { return o.Type == n.Type || o.Type == "" },
		func(o *indexfile.Element, n *Current) bool { return o.Line == n.Line },
		func(*indexfile.Element, *Current) bool { return true },
	} {
		for _, i := range m.lost() {
			o := &m.old[i]
			k := key{o.File, o.Name}
			at := slices.IndexFunc(groups[k], func(j int) bool { return like(o, &m.now[j]) })
			if at < 0 {
				continue
			}
			j := groups[k][at]
			groups[k] = slices.Delete(groups[k], at, at+1)
			confidence := 1.0
			if o.Type != m.now[j].Type && o.Type != "" {
				confidence = 0.9
			}
			m.take(i, j, confidence, false)
		}
	}
}

// byLastPart matches members of indexes that do not qualify the names of members. The last part
// of the name must be unique in the file.
func (m *matcher) byLastPart() {
	groups := free(m, func(n *Current) key { return key{n.File, lastPart(n.Name)} })
	claims := map[key]int{}
	for _, i := range m.lost() {
		claims[key{m.old[i].File, m.old[i].Name}]++
	}
	for _, i := range m.lost() {
		k := key{m.old[i].File, m.old[i].Name}
		switch group := groups[k]; {
		case len(group) == 1 && claims[k] == 1:
			m.take(i, group[0], 0.9, false)
		case len(group) > 0:
			m.rivals[i], m.best[i] = group, 0.9/float64(len(group))
		}
	}
}

// elsewhere matches elements with the same name in other files. It matches unambiguous elements
// first, because they determine the destinations of their files, which affect the others.
func (m *matcher) elsewhere() {
	for again, round := true, 0; again && round < maxRounds; round++ {
		again = false
		destinations := m.destinations()
		byName := free(m, func(n *Current) string { return n.Name })
		byBase := free(m, func(n *Current) key { return key{path.Base(n.File), n.Name} })
		byFile := free(m, func(n *Current) key { return key{n.File, n.Name} })
		for _, i := range m.lost() {
			o := &m.old[i]
			group := byName[o.Name]
			if len(group) > maxSameName { // the candidates with the highest confidence are among these
				group = slices.Concat(
					byFile[key{destinations[o.File], o.Name}], first(byBase[key{path.Base(o.File), o.Name}]), first(group),
				)
				slices.Sort(group)
				group = slices.Compact(group)
			}
			if m.pick(i, group, clearMove, destinations, false) {
				again = true
			}
		}
	}
}

func first(group []int) []int { return group[:min(len(group), maxSameName)] }

// destinations returns, for each file of the index, the file to which most of its elements
// moved. Files without moved elements are not included.
func (m *matcher) destinations() map[string]string {
	counts := map[string]map[string]int{}
	for i, found := range m.found {
		if found == nil || m.now[found.now].File == m.old[i].File {
			continue
		}
		from := m.old[i].File
		if counts[from] == nil {
			counts[from] = map[string]int{}
		}
		counts[from][m.now[found.now].File]++
	}
	out := map[string]string{}
	for from, to := range counts {
		for file, n := range to {
			if best := out[from]; best == "" || n > to[best] || n == to[best] && file < best {
				out[from] = file
			}
		}
	}
	return out
}

// pick matches an element with the best candidate of a group and reports whether it did. If the
// confidence of the best candidate does not exceed that of the second by minLead, it records
// the rivals instead.
func (m *matcher) pick(i int, group []int, minLead float64, destinations map[string]string, renaming bool) bool {
	o := &m.old[i]
	best, second, at := 0.0, 0.0, -1
	var rivals []int
	for _, j := range group {
		n := &m.now[j]
		if m.used[j] || renaming && !m.mayBeRenamed(o, n) {
			continue
		}
		rivals = append(rivals, j)
		switch c := m.confidence(o, n, destinations); {
		case at < 0 || c > best:
			best, second, at = c, best, j
		case c > second:
			second = c
		}
	}
	if at < 0 {
		return false
	}
	if len(rivals) > 1 && best-second < minLead-rounding {
		m.rivals[i], m.best[i] = rivals, best
		return false
	}
	m.take(i, at, best, renaming)
	return true
}

// inLikelyFile reports whether n is in a file with the name of o's file, or in its destination.
func inLikelyFile(o *indexfile.Element, n *Current, destinations map[string]string) bool {
	return path.Base(o.File) == path.Base(n.File) || destinations[o.File] == n.File
}

// confidence implements the rule in the package documentation.
func (m *matcher) confidence(o *indexfile.Element, n *Current, destinations map[string]string) float64 {
	c := 0.5 * likeness(o.Name, n.Name)
	if o.Type == n.Type {
		c += 0.2
	}
	c += 0.15 * share(!o.Signature, slices.Equal(o.Parameters, n.Parameters))
	c += 0.15 * share(!m.bodies || o.BodyHash == "" || n.BodyHash == "", o.BodyHash == n.BodyHash)
	if inLikelyFile(o, n, destinations) {
		c += 0.1
	}
	return min(c, 1)
}

func share(unknown, same bool) float64 {
	switch {
	case unknown:
		return 0.5
	case same:
		return 1
	}
	return 0
}

// likeness returns the similarity of two names from 0 to 1. A common qualifier does not count.
func likeness(a, b string) float64 {
	qualifierA, qualifierB := strings.TrimSuffix(a, lastPart(a)), strings.TrimSuffix(b, lastPart(b))
	if qualifierA == qualifierB {
		return coderef2.Similarity(lastPart(a), lastPart(b))
	}
	if lastPart(a) == lastPart(b) {
		return (1 + coderef2.Similarity(qualifierA, qualifierB)) / 2
	}
	return coderef2.Similarity(a, b)
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// mayBeRenamed reports whether n may be o with another name.
func (m *matcher) mayBeRenamed(o *indexfile.Element, n *Current) bool {
	if !sameKind(o.Type, n.Type) {
		return false
	}
	like := likeness(o.Name, n.Name)
	return like >= 0.7 || m.bodies && o.BodyHash != "" && o.BodyHash == n.BodyHash ||
		like >= 0.4 && len(o.Parameters) > 0 && slices.Equal(o.Parameters, n.Parameters)
}

// sameKind reports whether tools may use either type for the same element.
func sameKind(a, b string) bool {
	for _, kind := range [][]string{
		{facts.Function, facts.Component, facts.Hook, facts.Constant, facts.Variable},
		{facts.Class, facts.Component},
		{facts.Interface, facts.TypeAlias},
		{facts.Method, facts.Property, facts.Function},
	} {
		if slices.Contains(kind, a) && slices.Contains(kind, b) {
			return true
		}
	}
	return a == b || a == ""
}

// renamed matches elements with another name near their old line, in the same file and in the
// destination of the file.
func (m *matcher) renamed() {
	groups := free(m, func(n *Current) string { return n.File })
	destinations := m.destinations()
	for _, files := range []func(string) string{
		func(file string) string { return file },
		func(file string) string { return destinations[file] },
	} {
		for _, i := range m.lost() {
			o := &m.old[i]
			if m.rivals[i] != nil {
				continue // several current elements have its name
			}
			group := groups[files(o.File)]
			at, _ := slices.BinarySearchFunc(group, o.Line, func(j, line int) int { return m.now[j].Line - line })
			m.pick(i, group[max(at-window, 0):min(at+window, len(group))], clearRename, destinations, true)
		}
	}
}

// byBody matches elements with another name in another file by their body, if the body is
// unique on both sides.
func (m *matcher) byBody() {
	if !m.bodies {
		return
	}
	groups := free(m, func(n *Current) string { return n.BodyHash })
	claims := map[string]int{}
	for _, i := range m.lost() {
		claims[m.old[i].BodyHash]++
	}
	for _, i := range m.lost() {
		hash := m.old[i].BodyHash
		group := groups[hash]
		if hash != "" && len(group) == 1 && claims[hash] == 1 && !m.used[group[0]] && m.rivals[i] == nil {
			m.take(i, group[0], m.confidence(&m.old[i], &m.now[group[0]], nil), true)
		}
	}
}
