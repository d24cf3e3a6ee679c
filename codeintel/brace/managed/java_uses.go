package managed

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// javaUses returns the imports of a Java file.
func javaUses(f *syntax.File) []syntax.Use {
	var out []syntax.Use
	for i := 0; i < len(f.Tokens); i++ {
		if f.IsOne(i, "class", "interface", "enum", "record") {
			return out
		}
		if !f.Is(i, "import") {
			continue
		}
		end := f.Find(i, len(f.Tokens), ";", "}")
		from := i + 1
		if f.Is(from, "static") {
			from++
		}
		full := strings.ReplaceAll(f.Written(from, end), " ", "")
		if dot := strings.LastIndexByte(full, '.'); dot > 0 {
			out = append(out, syntax.Use{Path: full[:dot], Name: full[dot+1:], Offset: int(f.Tokens[i].Start)})
		}
		i = end
	}
	return out
}
