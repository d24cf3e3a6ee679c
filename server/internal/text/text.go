// Package text shortens what others wrote.
package text

import "unicode/utf8"

// Cut shortens s to at most limit bytes, at the start of a rune, and shows it by an
// ellipsis, which a limit of less than three bytes has no room for.
func Cut(s string, limit int) string {
	const mark = "…"
	if len(s) <= limit {
		return s
	}
	if limit < len(mark) {
		return ""
	}
	end := limit - len(mark)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + mark
}
