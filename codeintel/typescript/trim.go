package typescript

import (
	"cmp"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/program"
)

// lineLimit bounds the lines of code that programs keep syntax trees of, at some six
// hundred bytes each.
const lineLimit = 800_000

// trim releases the programs of units beyond the bound, those first that have not
// resolved anything for the longest time, but not that of the unit at hand. Whoever
// needs one again makes it again.
func (a *Analyzer) releasePrograms(s *state, current *program.Unit) {
	total := 0
	for _, u := range s.units {
		total += u.LineCount()
	}
	gone := map[*tsgo.SourceFile]bool{}
	for total > cmp.Or(a.maxLines, lineLimit) {
		var oldest *program.Unit
		for _, u := range s.units {
			if u != current && u.Program != nil && (oldest == nil || u.LastUsed < oldest.LastUsed) {
				oldest = u
			}
		}
		if oldest == nil {
			break
		}
		total -= oldest.LineCount()
		oldest.EachFile(func(f *tsgo.SourceFile) { gone[f] = true })
		oldest.Release()
	}
	if len(gone) == 0 {
		return
	}
	for _, u := range s.units {
		u.EachFile(func(f *tsgo.SourceFile) { delete(gone, f) })
	}
	a.cache.Keep(func(f *tsgo.SourceFile) bool { return !gone[f] })
	a.trees.Retain(func(f *tsgo.SourceFile) bool { return !gone[f] })
}
