// Package text prepares the text of upstream servers for messages and statuses.
package text

import "unicode/utf8"

// Cut shortens s to at most limit bytes, at the start of a rune. An ellipsis marks the cut. With a limit
// below three bytes, which is too short for an ellipsis, the result is empty.
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
