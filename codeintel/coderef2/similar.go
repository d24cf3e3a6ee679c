package coderef2

import (
	"slices"
	"strings"
)

// Similarity returns the similarity of two words, from 0 to 1: 1 minus their
// Levenshtein distance in bytes, ignoring case, divided by the length of the longer
// word.
func Similarity(a, b string) float64 {
	a, b = strings.ToLower(a), strings.ToLower(b)
	longer := max(len(a), len(b))
	if longer == 0 {
		return 1
	}
	return 1 - float64(Distance(a, b))/float64(longer)
}

// Similar returns the words whose similarity is at least the given one, the most
// similar first.
func Similar(word string, words []string, atLeast float64) []string {
	type near struct {
		word string
		like float64
	}
	var found []near
	for _, w := range words {
		if longer := float64(max(len(w), len(word))); float64(min(len(w), len(word))) < atLeast*longer {
			continue // the difference in length is too large
		}
		if like := Similarity(word, w); like >= atLeast {
			found = append(found, near{w, like})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int {
		switch {
		case a.like > b.like:
			return -1
		case a.like < b.like:
			return 1
		}
		return 0
	})
	out := make([]string, len(found))
	for i, f := range found {
		out[i] = f.word
	}
	return out
}

// Distance returns the Levenshtein distance of two words in bytes.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
