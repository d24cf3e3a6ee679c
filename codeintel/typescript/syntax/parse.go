package syntax

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// Parse reads one file on its own. Of its path only the name matters to the parser,
// which takes no backslash in it.
func Parse(file, text string) *tsgo.SourceFile {
	return tsgo.Parse("/"+strings.ReplaceAll(path.Base(file), `\`, "_"), text)
}

// maxWarningBytes bounds a warning, in bytes.
const maxWarningBytes = 300

// FormatProblem words a problem: file:line: what the compiler says.
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

// SyntaxWarning words the first syntax error of a file; those behind it often
// only follow from it.
func SyntaxWarning(rel string, f *tsgo.SourceFile) string {
	if found := tsgo.SyntaxProblems(f); len(found) > 0 {
		return FormatProblem(rel, found[0])
	}
	return ""
}
