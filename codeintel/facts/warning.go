package facts

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxWarningBytes bounds the length of a warning in bytes.
const maxWarningBytes = 300

// Warning returns a warning in the form file:line: message, on one line and cut at 300 bytes.
func Warning(path string, line int, message string) string {
	text := fmt.Sprintf("%s:%d: %s", path, line, strings.Join(strings.Fields(message), " "))
	if len(text) <= maxWarningBytes {
		return text
	}
	const ellipsis = "…"
	cut := maxWarningBytes - len(ellipsis)
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + ellipsis
}
