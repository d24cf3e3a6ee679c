package parser

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// TestPositionsCountUTF16 checks that columns count UTF-16 units and that a byte order mark does
// not count.
func TestPositionsCountUTF16(t *testing.T) {
	t.Parallel()
	m, err := Parse("\ufeffx = '😀é'; f(a)\n\nclass C: pass")
	if err != nil {
		t.Fatal(err)
	}
	call := m.Body[1].(*syntax.ExprStmt).Value
	if line, column := m.Position(call.Pos()); line != 1 || column != 12 {
		t.Errorf("position of f(a): got %d:%d, want 1:12", line, column)
	}
	if line, column := m.Position(m.Body[2].Pos()); line != 3 || column != 1 {
		t.Errorf("position of class C: got %d:%d, want 3:1", line, column)
	}
	if got := m.Source(call); got != "f(a)" {
		t.Errorf("got source %q, want %q", got, "f(a)")
	}
}

// TestParseDecodesDeclaredEncodings checks the value of a string literal in files with and
// without an encoding declaration.
func TestParseDecodesDeclaredEncodings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, value string
		line        int // line of the error, or 0
	}{
		"latin-1": {"# -*- coding: latin-1 -*-\nx = '\xe9'\n", "é", 0},
		"latin-1 on line 2": {
			"#!/usr/bin/python\n# vim: set fileencoding=ISO-8859-15 :\nx = '\xe9'\n", "é", 0,
		},
		"cookie contradicts valid UTF-8": {"# coding=cp1252\nx = 'é'\n", "Ã©", 0},
		"ASCII in latin-1":               {"# coding=latin1\nx = 'e'\n", "e", 0},
		"unknown encoding":               {"# coding: shift_jis\nx = '\x83'\n", "\u0083", 0},
		"UTF-8":                          {"# coding: utf-8\nx = 'é'\n", "é", 0},
		"byte order mark":                {"\xef\xbb\xbf# coding: utf-8\nx = 'é'\n", "é", 0},
		"no cookie, invalid UTF-8":       {"# é\nx = '\xe9é'\n", "éé", 2},
		"cookie after code":              {"y = 1\n# coding: latin-1\nx = 'é'\n", "é", 0},
		"cookie on line 3":               {"#\n#\n# coding: latin-1\nx = 'é'\n", "é", 0},
	} {
		m, err := Parse(c.text)
		if err == nil && c.line > 0 || err != nil && err.Line != c.line {
			t.Errorf("%s: got error %+v, want line %d (0 for no error)", name, err, c.line)
		}
		value, ok := m.StringValue(m.Body[len(m.Body)-1].(*syntax.Assign).Value)
		if !ok || value != c.value {
			t.Errorf("%s: got value %q, %v, want %q, true", name, value, ok, c.value)
		}
	}
}

// TestParseReportsTooDeepNesting nests every construct that can nest, to the left and to the
// right.
func TestParseReportsTooDeepNesting(t *testing.T) {
	t.Parallel()
	const n = 100_000
	for name, text := range map[string]string{
		"parentheses": strings.Repeat("(", n),
		"brackets":    "x = " + strings.Repeat("[", n) + strings.Repeat("]", n),
		"braces":      strings.Repeat("{a:", n),
		"calls":       strings.Repeat("f(", n),
		"subscripts":  strings.Repeat("f[", n),
		"stars":       strings.Repeat("(*", n),
		"minus":       strings.Repeat("-", n) + "1",
		"not":         strings.Repeat("not ", n) + "1",
		"await":       strings.Repeat("await (", n),
		"powers":      "1" + strings.Repeat("**1", n),
		"lambdas":     strings.Repeat("lambda:", n) + "1",
		"else":        strings.Repeat("1 if 1 else ", n) + "1",
		"sums":        "1" + strings.Repeat("+1", n),
		"mixed sums":  "1" + strings.Repeat("+1*2", n),
		"attributes":  "a" + strings.Repeat(".a", n),
		"call chains": "a" + strings.Repeat("()", n),
		"comparisons": "a" + strings.Repeat(" or b < c and d", 10) + strings.Repeat("|(a", n),
		"elifs":       "if a: b\n" + strings.Repeat("elif a: b\n", n),
		"f-strings":   strings.Repeat(`f"{`, n),
		"formats":     `f"` + strings.Repeat("{a:", n),
		"patterns":    "match a:\n case " + strings.Repeat("[", n),
		"classes":     "match a:\n case " + strings.Repeat("A(b=", n),
		"targets":     "for " + strings.Repeat("[", n),
		"match":       strings.Repeat("match (\n", n),
		"backticks":   strings.Repeat("`a + (", n),
		"yields":      strings.Repeat("(yield ", n),
	} {
		_, err := Parse(text)
		if err == nil || !err.TooDeep {
			t.Errorf("%s: got error %+v, want TooDeep", name, err)
		}
	}
	var blocks strings.Builder
	for i := range 2000 {
		blocks.WriteString(strings.Repeat(" ", i) + "if a:\n")
	}
	if _, err := Parse(blocks.String()); err == nil || !err.TooDeep {
		t.Errorf("blocks: got error %+v, want TooDeep", err)
	}
}

// TestParseAcceptsLongFiles parses long files without deep nesting.
func TestParseAcceptsLongFiles(t *testing.T) {
	t.Parallel()
	const n = 50_000
	for name, text := range map[string]string{
		"list":        "[" + strings.Repeat("f(a).b + 1,\n", n) + "]",
		"or":          "1" + strings.Repeat(" or 1", n),
		"comparison":  "1" + strings.Repeat(" < 1", n),
		"assignments": strings.Repeat("a = ", n) + "1",
		"literals":    strings.Repeat("'a' f'{b}'", n),
		"statements":  strings.Repeat("a;", n),
		"fields":      `f"` + strings.Repeat("{a}", n) + `"`,
		"sum":         "1" + strings.Repeat("+1", 5000),
		"elifs":       "if a: b\n" + strings.Repeat("elif a: b\n", 3000),
	} {
		if _, err := Parse(text); err != nil {
			t.Errorf("%s: got error %+v, want none", name, err)
		}
	}
}

// TestParseTimeIsBounded parses texts that make a parser slow if it backtracks or looks ahead
// without a bound. Code that takes quadratic time exceeds the time limit of the test binary.
func TestParseTimeIsBounded(t *testing.T) {
	t.Parallel()
	const n = 100_000
	for name, text := range map[string]string{
		"with":               strings.Repeat("with (\n", n),
		"match":              strings.Repeat("match (a b\n", n),
		"match lines":        strings.Repeat("match (a)\n", n),
		"blocks in a line":   strings.Repeat("if a: ", n),
		"triple quotes":      strings.Repeat(`f"""{f'''{`, n),
		"broken fields":      strings.Repeat("f'''{]", n),
		"fields of literals": strings.Repeat(`f"{'`, n),
		"closing":            strings.Repeat(")", n),
		"literals":           strings.Repeat("'''a'''\n", n),
		"backslashes":        "'''" + strings.Repeat(`\a`, n),
		"quotes":             "'''" + strings.Repeat(`''\'`, n),
		"colons":             strings.Repeat(":\n ", n),
		"decorators":         strings.Repeat("@", n),
		"continuations":      strings.Repeat("\\\n", n),
		"comments":           "(" + strings.Repeat("#\n", n),
	} {
		m, err := Parse(text)
		if err == nil && name != "literals" && name != "match lines" && name != "continuations" {
			t.Errorf("%s: got no error, want one", name)
		}
		checkTree(t, m)
	}
}

// checkTree fails if a node or comment has an invalid span.
func checkTree(t *testing.T, m *syntax.Module) {
	t.Helper()
	last := token.Pos(-1)
	for _, c := range m.Comments {
		if c.From <= last || m.Text[c.From] != '#' {
			t.Fatalf("got comment %d-%d, want one that starts with # after %d", c.From, c.To, last)
		}
		last = c.From
	}
	m.Inspect(func(n syntax.Node) bool {
		if n.Pos() < 0 || n.End() < n.Pos() || int(n.End()) > len(m.Text) {
			t.Fatalf("%T: got span %d-%d, want an ascending one within %d bytes", n, n.Pos(), n.End(), len(m.Text))
		}
		if m.EndLine(n) < m.Line(n.Pos()) {
			t.Fatalf("%T: got end line %d, want at least %d", n, m.EndLine(n), m.Line(n.Pos()))
		}
		if e, ok := n.(syntax.Expr); ok {
			m.StringValue(e)
		}
		return true
	})
}

// seeds returns the files of the golden archives.
func seeds(tb testing.TB) (texts []string) {
	archives, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(archives) == 0 {
		tb.Fatalf("got no archives and error %v, want archives", err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		for _, f := range archive.Files {
			if filepath.Ext(f.Name) == ".py" {
				texts = append(texts, string(f.Data))
			}
		}
	}
	return texts
}

// FuzzParse checks that the tree of any text is consistent.
func FuzzParse(f *testing.F) {
	for _, text := range seeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse(text)
		checkTree(t, m)
		if err != nil && (err.Line < 1 || err.Line > len(m.Lines)) {
			t.Errorf("got error in line %d, want a line within 1 to %d", err.Line, len(m.Lines))
		}
	})
}

// TestTreesOfInvalidFilesAreConsistent parses prefixes and suffixes of files, and files with an
// extra bracket or line break.
func TestTreesOfInvalidFilesAreConsistent(t *testing.T) {
	t.Parallel()
	for _, text := range seeds(t) {
		for i := range text {
			for _, part := range [...]string{
				text[:i], text[i:], text[:i] + "(" + text[i:], text[:i] + "\n" + text[i:],
			} {
				m, _ := Parse(part)
				checkTree(t, m)
			}
		}
	}
}

// BenchmarkParse parses the standard library, or the folders in CODEREF_PYTHON_PATH.
func BenchmarkParse(b *testing.B) {
	roots := filepath.SplitList(os.Getenv("CODEREF_PYTHON_PATH"))
	if len(roots) == 0 {
		roots, _ = filepath.Glob("/usr/lib/python3.*")
	}
	var texts []string
	size := 0
	for _, file := range pythonFiles(b, roots) {
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, string(text))
		size += len(text)
	}
	if len(texts) == 0 {
		b.Skip("no Python files")
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	lines := 0
	for b.Loop() {
		for _, text := range texts {
			m, _ := Parse(text)
			lines += len(m.Lines)
		}
	}
	b.ReportMetric(float64(lines)/b.Elapsed().Seconds(), "lines/s")
}

// pythonFiles returns the Python files below some folders.
func pythonFiles(tb testing.TB, roots []string) (files []string) {
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".py") {
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
	return files
}
