package typescript

import (
	"cmp"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/program"
)

// maxLinesTotal bounds the lines of code of all loaded programs; a line takes about 600
// bytes.
const maxLinesTotal = 800_000

// releasePrograms releases the programs of the least recently used units until the rest
// is within the bound. It keeps the current unit. A released program is loaded again on
// demand.
func (a *Analyzer) releasePrograms(s *state, current *program.Unit) {
	total := 0
	for _, u := range s.units {
		total += u.LineCount()
	}
	released := map[*tsgo.SourceFile]bool{}
	for total > cmp.Or(a.maxLines, maxLinesTotal) {
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
		oldest.EachFile(func(f *tsgo.SourceFile) { released[f] = true })
		oldest.Release()
	}
	if len(released) == 0 {
		return
	}
	for _, u := range s.units {
		u.EachFile(func(f *tsgo.SourceFile) { delete(released, f) }) // another program uses it
	}
	a.cache.Keep(func(f *tsgo.SourceFile) bool { return !released[f] })
	a.summaries.Retain(func(f *tsgo.SourceFile) bool { return !released[f] })
}
