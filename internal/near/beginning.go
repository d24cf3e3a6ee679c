package near

import "slices"

// Beginnings returns at most three of the known beginnings that are the most similar to the beginning of a
// misspelt text, all with the same distance. It returns none if more than a quarter of the letters differ.
func Beginnings(text string, known []string) []string {
	best, nearest := -1, []string(nil)
	for _, k := range known {
		if len(k) == 0 || len(k) > maxNameBytes {
			continue
		}
		d := distance(fold(text[:min(len(text), len(k))]), fold(k))
		switch {
		case d > 1+len(k)/4 || best >= 0 && d > best:
		case d == best:
			nearest = append(nearest, k)
		default:
			best, nearest = d, []string{k}
		}
	}
	nearest = slices.Compact(slices.Sorted(slices.Values(nearest)))
	return nearest[:min(len(nearest), maxNames)]
}
