package syntax

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// Parse parses one file without its project. The parser uses the base name of the path
// only. The result is nil if the text is nested too deeply.
func Parse(file, text string) *tsgo.SourceFile {
	return tsgo.Parse("/"+strings.ReplaceAll(path.Base(file), `\`, "_"), text)
}

// maxWarningBytes bounds the length of a warning in bytes.
const maxWarningBytes = 300

// FormatProblem formats a problem as file:line: message, shortened to maxWarningBytes.
func FormatProblem(file string, p tsgo.Problem) string {
	text := fmt.Sprintf("%s:%d: %s", file, p.Line, strings.Join(strings.Fields(p.Message), " "))
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

// SyntaxWarning formats the first syntax error of a file, or returns "". Later errors
// are often consequences of the first.
func SyntaxWarning(rel string, f *tsgo.SourceFile) string {
	if found := tsgo.SyntaxProblems(f); len(found) > 0 {
		return FormatProblem(rel, found[0])
	}
	return ""
}
