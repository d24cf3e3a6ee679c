package brief

// bytesPerToken is the average size of a token of text or JSON. It is a conservative estimate
// for English and code with common tokenizers.
const bytesPerToken = 4

// Tokens estimates the number of tokens in a text of a size in bytes.
func Tokens(bytes int) int { return (bytes + bytesPerToken - 1) / bytesPerToken }

// Fit shortens the lists of a brief until the brief has at most budget tokens. size returns the
// size of the rendered brief in bytes. The most important items are removed last. Notes are
// removed after all lists, the first note last. The summary and the counts remain, even if
// they exceed the budget.
func (b *Brief) Fit(budget int, size func(*Brief) int) {
	whole := *b
	for share := 100; ; share = share * 4 / 5 {
		*b = whole.cut(share)
		if Tokens(size(b)) <= budget {
			return
		}
		if share == 0 {
			break
		}
	}
	for len(b.Notes) > 0 {
		b.Notes, b.Truncated = b.Notes[:len(b.Notes)-1], true
		if Tokens(size(b)) <= budget {
			return
		}
	}
}

// The maximal lengths of the lists for any budget.
const (
	maxModules      = 200
	maxPackages     = 200
	maxEntryPoints  = 100
	maxKeyElements  = 300
	maxHotspots     = 100
	maxDependencies = 200
)

// cut returns the brief with lists of at most share percent of their maximal lengths. The
// packages and the files to read first are shortened later than the others.
func (b *Brief) cut(share int) Brief {
	out := *b
	out.Modules, out.Truncated = head(b.Modules, maxModules*share/100, out.Truncated)
	out.Packages, out.Truncated = head(b.Packages, maxPackages*min(share*3, 100)/100, out.Truncated)
	out.ReadFirst, out.Truncated = head(b.ReadFirst, maxReadings*min(share*10, 100)/100, out.Truncated)
	out.EntryPoints, out.Truncated = head(b.EntryPoints, maxEntryPoints*share/100, out.Truncated)
	out.KeyElements, out.Truncated = head(b.KeyElements, maxKeyElements*share/100, out.Truncated)
	out.Hotspots, out.Truncated = head(b.Hotspots, maxHotspots*share/100, out.Truncated)
	out.Dependencies, out.Truncated = head(b.Dependencies, maxDependencies*share/100, out.Truncated)
	return out
}

func head[T any](list []T, most int, truncated bool) ([]T, bool) {
	if len(list) > most {
		return list[:most], true
	}
	return list, truncated
}
