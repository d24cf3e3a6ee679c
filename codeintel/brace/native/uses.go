package native

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// uses returns the includes of a file.
func uses(f *syntax.File) []syntax.Use {
	var out []syntax.Use
	for _, d := range f.Directives {
		if d.Word == "define" {
			continue
		}
		rest := strings.TrimLeft(f.Text[d.Start:d.End], " \t")
		if rest == "" {
			continue
		}
		closing := byte('"')
		if rest[0] == '<' {
			closing = '>'
		} else if rest[0] != '"' {
			continue // the name of a macro
		}
		if end := strings.IndexByte(rest[1:], closing); end > 0 {
			out = append(out, syntax.Use{
				Path: strings.Clone(rest[1 : end+1]), System: rest[0] == '<', Offset: int(f.Lines[d.Line-1]),
			})
		}
	}
	return out
}
