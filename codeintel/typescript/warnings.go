package typescript

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// maxWarnings bounds the warnings of all configurations, maxWarningBytes each.
const (
	maxWarnings     = 20
	maxWarningBytes = 300
)

// warning words a problem: file:line: what the compiler says.
func warning(file string, p tsgo.Problem) string {
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

// syntaxWarning words the first syntax error of a file; those behind it often
// only follow from it.
func syntaxWarning(rel string, f *tsgo.SourceFile) string {
	if found := tsgo.SyntaxProblems(f); len(found) > 0 {
		return warning(rel, found[0])
	}
	return ""
}

// configWarnings words what is wrong with the configurations that were read, each
// problem once: several may extend the same file.
func (g *grouper) configWarnings(fs *files) []string {
	type place struct {
		file string
		line int
		text string
	}
	var found []place
	for _, c := range g.parsed {
		if c == nil {
			continue
		}
		for _, p := range c.Problems() {
			if root := absolute(fs.root, ""); root != "/" { // paths are relative to the project elsewhere too
				p.Message = strings.ReplaceAll(p.Message, root, "")
			}
			file, inside := fs.relative(p.File)
			if !inside {
				file = p.File
			}
			found = append(found, place{file, p.Line, warning(file, p)})
		}
	}
	slices.SortFunc(found, func(a, b place) int {
		return cmp.Or(strings.Compare(a.file, b.file), a.line-b.line, strings.Compare(a.text, b.text))
	})
	var out []string
	for _, p := range slices.Compact(found) {
		out = append(out, p.text)
	}
	return out[:min(len(out), maxWarnings)]
}
