package rust

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// uses returns the modules that a file declares in other files, and its use
// declarations.
func uses(f *syntax.File) []syntax.Use {
	var out []syntax.Use
	var scope []string
	var ends []int
	for i := 0; i < len(f.Tokens); i++ {
		for len(ends) > 0 && i >= ends[len(ends)-1] {
			ends, scope = ends[:len(ends)-1], scope[:len(scope)-1]
		}
		if i > 0 && !f.IsOne(i-1, ";", "}", "{", "]", "pub", ")", "unsafe") {
			continue
		}
		switch {
		case f.Is(i, "mod") && f.IsName(i+1) && f.Is(i+2, "{"):
			ends, scope = append(ends, f.After(i+2, len(f.Tokens))), append(scope, f.Name(i+1))
		case f.Is(i, "mod") && f.IsName(i+1) && f.Is(i+2, ";"):
			out = append(out, syntax.Use{
				Path: f.Name(i + 1), Inner: true, Custom: pathBefore(f, i),
				Offset: int(f.Tokens[i].Start), Scope: slices.Clone(scope),
			})
		case f.Is(i, "extern") && f.Is(i+1, "crate") && f.IsName(i+2):
			out = append(out, syntax.Use{Path: f.Name(i + 2), Name: "*", Offset: int(f.Tokens[i].Start)})
		case f.Is(i, "use"):
			t := useTree{File: f, scope: slices.Clone(scope), offset: int(f.Tokens[i].Start)}
			end := f.Find(i, len(f.Tokens), ";", "}")
			t.read(i+1, end, "")
			out = append(out, t.out...)
			i = end
		}
	}
	return out
}

// pathBefore returns the file in #[path = "..."] before the module at token i, or "".
func pathBefore(f *syntax.File, i int) string {
	for i > 0 && f.IsOne(i-1, "pub", ")", "(", "crate") {
		i--
	}
	if !f.Is(i-1, "]") || f.Tokens[i-1].Match < 1 {
		return ""
	}
	open := int(f.Tokens[i-1].Match)
	if f.Is(open+1, "path") && f.Is(open+2, "=") && open+3 < i && f.Tokens[open+3].Kind == lex.String {
		return strings.Trim(f.Written(open+3, open+4), `"`)
	}
	return ""
}

// useTree reads the tree of a use declaration: a::{b, c::{self, d as e}, f::*}.
type useTree struct {
	*syntax.File
	scope  []string
	offset int
	out    []syntax.Use
}

func (t *useTree) read(from, to int, prefix string) {
	t.Commas(from, to, func(from, to int) {
		open := t.Find(from, to, "{")
		if open < to {
			if head := t.join(from, open); len(prefix)+len(head) < 1000 {
				first, last := t.Inside(open, to)
				t.read(first, last, prefix+head)
			}
			return
		}
		as := ""
		end := t.Find(from, to, "as")
		if end < to {
			as = t.Name(end + 1)
		}
		full := prefix + t.join(from, end)
		cut := strings.LastIndex(full, "::")
		if cut < 0 {
			cut = 0
		}
		name := strings.TrimPrefix(full[cut:], "::")
		if name == "self" && cut > 0 {
			full = full[:cut]
			if cut = strings.LastIndex(full, "::"); cut < 0 {
				cut = 0
			}
			name = strings.TrimPrefix(full[cut:], "::")
		}
		t.out = append(t.out, syntax.Use{
			Path: strings.Clone(full[:cut]), Name: strings.Clone(name), As: strings.Clone(as), Offset: t.offset,
			Scope: t.scope,
		})
	})
}

func (t *useTree) join(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		b.WriteString(t.Name(i))
	}
	return b.String()
}
