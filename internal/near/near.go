// Package near suggests known names for a misspelt one.
package near

import (
	"cmp"
	"slices"
	"strings"
)

// maxNames is the maximum number of suggestions.
const maxNames = 3

// maxNameBytes is the length of the longest name that is compared.
const maxNameBytes = 128

// Names returns at most three known names that are similar to name, the most similar first: names with the
// fewest different letters, and names that contain it. The result never includes name itself.
func Names(name string, known []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	if len(name) > maxNameBytes {
		return nil // too long for a misspelling, and expensive to compare
	}
	var near []candidate
	limit := 1 + len(name)/4
	for _, k := range known {
		if len(k) > maxNameBytes {
			continue
		}
		d := distance(fold(name), fold(k))
		if len(name) > 2 && strings.Contains(fold(k), fold(name)) {
			d = min(d, 1)
		}
		if d <= limit && k != name {
			near = append(near, candidate{k, d})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	var names []string
	for _, c := range near {
		if len(names) < maxNames && !slices.Contains(names, c.name) {
			names = append(names, c.name)
		}
	}
	return names
}

// fold converts names that people confuse to the same text.
func fold(s string) string { return strings.ReplaceAll(strings.ToLower(s), "-", "_") }

// distance returns the number of letters to insert, delete or replace, and of neighbours to swap, to convert
// one name to the other.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	rows := make([][]int, len(s)+1)
	for i := range rows {
		rows[i] = make([]int, len(t)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(s); i++ {
		for j := 1; j <= len(t); j++ {
			change := 1
			if s[i-1] == t[j-1] {
				change = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+change)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(s)][len(t)]
}
