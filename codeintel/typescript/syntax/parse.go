package syntax

import (
	"path"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Parse parses one file without its project. The parser uses the base name of the path
// only. The result is nil if the text is nested too deeply.
func Parse(file, text string) *tsgo.SourceFile {
	return tsgo.Parse("/"+strings.ReplaceAll(path.Base(file), `\`, "_"), text)
}

// SyntaxWarning formats the first syntax error of a file, or returns "". Later errors
// are often consequences of the first.
func SyntaxWarning(rel string, f *tsgo.SourceFile) string {
	if found := tsgo.SyntaxProblems(f); len(found) > 0 {
		return facts.Warning(rel, found[0].Line, found[0].Message)
	}
	return ""
}
