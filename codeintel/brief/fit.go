package brief

// bytesPerToken is what a token of text and JSON has on average with the tokenizers
// in use; it is an estimate on the careful side for English and code.
const bytesPerToken = 4

// Tokens estimates how many tokens a text of so many bytes has.
func Tokens(bytes int) int { return (bytes + bytesPerToken - 1) / bytesPerToken }

// Fit cuts the lists of a brief until size, which renders it, comes to at most so many
// tokens. What is most important stays longest; summary, counts and notes stay beyond
// all lists, and of the notes the first. Without any of them nothing more can go.
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

// The most items that a list shows, however large the budget.
const (
	maxModules      = 200
	maxEntryPoints  = 100
	maxKeyElements  = 300
	maxHotspots     = 100
	maxDependencies = 200
)

// cut keeps so many percent of the most that lists show.
func (b *Brief) cut(share int) Brief {
	out := *b
	out.Modules, out.Truncated = head(b.Modules, maxModules*share/100, out.Truncated)
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
