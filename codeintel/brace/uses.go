package brace

import (
	"path"
	"strings"
)

// last returns the name that an import names last.
func (u *use) last() string {
	switch u.name {
	case "*", "":
		p := strings.TrimRight(u.path, ":.")
		p = p[strings.LastIndexAny(p, ":./")+1:]
		if u.name == "" && !u.inner {
			p = path.Base(u.path) // x.h
		}
		return p
	default:
		return u.name
	}
}

// module returns the last part of what an import names, without extension.
func (u *use) module() string {
	if u.name == "" && !u.inner {
		base := path.Base(u.path)
		return strings.TrimSuffix(base, path.Ext(base))
	}
	if u.name != "" && u.name != "*" && u.name[0] >= 'A' && u.name[0] <= 'Z' && strings.Contains(u.path, "::") {
		return u.path[strings.LastIndex(u.path, "::")+2:]
	}
	return u.last()
}

// nativeUses returns what a file includes.
func nativeUses(s *scan) []use {
	var out []use
	for _, d := range s.directives {
		if d.word == "define" {
			continue
		}
		rest := strings.TrimLeft(s.text[d.start:d.end], " \t")
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
			out = append(out, use{path: strings.Clone(rest[1 : end+1]), system: rest[0] == '<', offset: int(s.lines[d.line-1])})
		}
	}
	return out
}

// javaUses returns the imports of a Java file.
func javaUses(s *scan) []use {
	var out []use
	for i := 0; i < len(s.tokens); i++ {
		if s.isOne(i, "class", "interface", "enum", "record") {
			return out
		}
		if !s.is(i, "import") {
			continue
		}
		end := s.find(i, len(s.tokens), ";", "}")
		from := i + 1
		if s.is(from, "static") {
			from++
		}
		full := strings.ReplaceAll(s.written(from, end), " ", "")
		if dot := strings.LastIndexByte(full, '.'); dot > 0 {
			out = append(out, use{path: full[:dot], name: full[dot+1:], offset: int(s.tokens[i].start)})
		}
		i = end
	}
	return out
}

// csharpUses returns the using directives of a C# file.
func csharpUses(s *scan) []use {
	var out []use
	for i := 0; i < len(s.tokens); i++ {
		if s.isOne(i, "class", "interface", "enum", "struct", "record") {
			return out
		}
		if !s.is(i, "using") || s.isOne(i+1, "(", "var", "await") {
			continue
		}
		end := s.find(i, len(s.tokens), ";", "}", "{", "(")
		from, as := i+1, ""
		if s.isOne(from, "static", "unsafe") {
			from++
		}
		if s.is(from+1, "=") {
			as, from = s.name(from), from+2
		}
		full := strings.TrimPrefix(strings.ReplaceAll(s.written(from, end), " ", ""), "global::")
		if full != "" && s.is(end, ";") && !strings.Contains(full, "=") {
			u := use{path: full, name: "*", as: strings.Clone(as), offset: int(s.tokens[i].start)}
			if dot := strings.LastIndexByte(full, '.'); as != "" && dot > 0 {
				u.path, u.name = full[:dot], full[dot+1:]
			}
			out = append(out, u)
		}
		i = end
	}
	return out
}

// rustUses returns the modules that a file takes in, and its use declarations.
func rustUses(s *scan) []use {
	var out []use
	var scope []string
	var ends []int
	for i := 0; i < len(s.tokens); i++ {
		for len(ends) > 0 && i >= ends[len(ends)-1] {
			ends, scope = ends[:len(ends)-1], scope[:len(scope)-1]
		}
		if i > 0 && !s.isOne(i-1, ";", "}", "{", "]", "pub", ")", "unsafe") {
			continue
		}
		switch {
		case s.is(i, "mod") && s.isName(i+1) && s.is(i+2, "{"):
			ends, scope = append(ends, s.after(i+2, len(s.tokens))), append(scope, s.name(i+1))
		case s.is(i, "mod") && s.isName(i+1) && s.is(i+2, ";"):
			u := use{path: s.name(i + 1), inner: true, offset: int(s.tokens[i].start), scope: append([]string(nil), scope...)}
			u.custom = s.pathBefore(i)
			out = append(out, u)
		case s.is(i, "extern") && s.is(i+1, "crate") && s.isName(i+2):
			out = append(out, use{path: s.name(i + 2), name: "*", offset: int(s.tokens[i].start)})
		case s.is(i, "use"):
			t := useTree{scan: s, scope: append([]string(nil), scope...), offset: int(s.tokens[i].start)}
			end := s.find(i, len(s.tokens), ";", "}")
			t.read(i+1, end, "")
			out = append(out, t.out...)
			i = end
		}
	}
	return out
}

// pathBefore returns what #[path = "..."] before a module says.
func (s *scan) pathBefore(i int) string {
	for i > 0 && s.isOne(i-1, "pub", ")", "(", "crate") {
		i--
	}
	if !s.is(i-1, "]") || s.tokens[i-1].match < 1 {
		return ""
	}
	open := int(s.tokens[i-1].match)
	if s.is(open+1, "path") && s.is(open+2, "=") && open+3 < i && s.tokens[open+3].kind == str {
		return strings.Trim(s.written(open+3, open+4), `"`)
	}
	return ""
}

// useTree reads a::{b, c::{self, d as e}, f::*}.
type useTree struct {
	*scan
	scope  []string
	offset int
	out    []use
}

func (t *useTree) read(from, to int, prefix string) {
	t.commas(from, to, func(from, to int) {
		open := t.find(from, to, "{")
		if open < to {
			if head := t.join(from, open); len(prefix)+len(head) < 1000 {
				first, last := t.inside(open, to)
				t.read(first, last, prefix+head)
			}
			return
		}
		as := ""
		end := t.find(from, to, "as")
		if end < to {
			as = t.name(end + 1)
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
		t.out = append(t.out, use{
			path: strings.Clone(full[:cut]), name: strings.Clone(name), as: strings.Clone(as), offset: t.offset, scope: t.scope,
		})
	})
}

func (t *useTree) join(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		b.WriteString(t.name(i))
	}
	return b.String()
}
