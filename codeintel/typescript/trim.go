package typescript

import (
	"cmp"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// lineLimit bounds the lines of code that programs keep syntax trees of, at some six
// hundred bytes each.
const lineLimit = 800_000

// trim releases the programs of units beyond the bound, those first that have not
// resolved anything for the longest time, but not that of the unit at hand. Whoever
// needs one again makes it again.
func (a *Analyzer) trim(s *state, current *unit) {
	total := 0
	for _, u := range s.units {
		total += u.lines()
	}
	gone := map[*tsgo.SourceFile]bool{}
	for total > cmp.Or(a.maxLines, lineLimit) {
		var oldest *unit
		for _, u := range s.units {
			if u != current && u.program != nil && (oldest == nil || u.resolved < oldest.resolved) {
				oldest = u
			}
		}
		if oldest == nil {
			break
		}
		total -= oldest.lines()
		oldest.eachFile(func(f *tsgo.SourceFile) { gone[f] = true })
		oldest.release()
	}
	if len(gone) == 0 {
		return
	}
	for _, u := range s.units {
		u.eachFile(func(f *tsgo.SourceFile) { delete(gone, f) })
	}
	a.cache.Keep(func(f *tsgo.SourceFile) bool { return !gone[f] })
	a.trees.Retain(func(f *tsgo.SourceFile) bool { return !gone[f] })
}
