package managed

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// csharpUses returns the using directives of a C# file.
func csharpUses(f *syntax.File) []syntax.Use {
	var out []syntax.Use
	for i := 0; i < len(f.Tokens); i++ {
		if f.IsOne(i, "class", "interface", "enum", "struct", "record") {
			return out
		}
		if !f.Is(i, "using") || f.IsOne(i+1, "(", "var", "await") {
			continue
		}
		end := f.Find(i, len(f.Tokens), ";", "}", "{", "(")
		from, as := i+1, ""
		if f.IsOne(from, "static", "unsafe") {
			from++
		}
		if f.Is(from+1, "=") {
			as, from = f.Name(from), from+2
		}
		full := strings.TrimPrefix(strings.ReplaceAll(f.Written(from, end), " ", ""), "global::")
		if full != "" && f.Is(end, ";") && !strings.Contains(full, "=") {
			u := syntax.Use{Path: full, Name: "*", As: strings.Clone(as), Offset: int(f.Tokens[i].Start)}
			if dot := strings.LastIndexByte(full, '.'); as != "" && dot > 0 {
				u.Path, u.Name = full[:dot], full[dot+1:]
			}
			out = append(out, u)
		}
		i = end
	}
	return out
}
