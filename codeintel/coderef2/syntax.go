package coderef2

import (
	"path"
	"strings"
)

// syntax describes the comments and strings of a language, as far as needed to
// distinguish them from code.
type syntax struct {
	line   []string     // the prefixes of line comments
	blocks [][2]string  // the delimiters of block comments
	nested bool         // blocks nest
	quotes string       // the quotes of strings that end with their line at the latest
	chars  bool         // ' delimits a single character
	triple []string     // the delimiters of multi-line strings
	docs   bool         // multi-line strings in the place of a statement are docstrings
	ticks  templateKind // the meaning of `
	regexp bool         // / may begin a regular expression
	raw    rawKind
	spaced bool // # begins a comment at the start of a word only
	prose  bool // everything counts as comment
}

type templateKind uint8

const (
	noTicks   templateKind = iota
	rawTicks               // a string without escapes
	templates              // a string with code in ${}
)

type rawKind uint8

const (
	noRaw   rawKind = iota
	rustRaw         // r#"…"#
	cppRaw          // R"x(…)x"
	csRaw           // @"…""…"
)

// syntaxOf returns the syntax of a file by its extension. Files of unknown languages
// are prose.
func syntaxOf(file string) syntax {
	c := syntax{line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"`, chars: true}
	switch extension := strings.ToLower(path.Ext(file)); extension {
	case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs":
		c.quotes, c.chars, c.ticks, c.regexp = `"'`, false, templates, true
	case ".go":
		c.ticks = rawTicks
	case ".rs":
		c.nested, c.raw = true, rustRaw
	case ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".m", ".mm":
		c.raw = cppRaw
	case ".cs":
		c.raw, c.triple = csRaw, []string{`"""`}
	case ".java", ".kt", ".kts", ".swift", ".scala", ".groovy":
		c.triple = []string{`"""`}
	case ".proto", ".dart":
		c.quotes, c.chars = `"'`, false
	case ".css", ".scss", ".less":
		c.quotes, c.chars = `"'`, false
		if extension == ".css" {
			c.line = nil
		}
	case ".php":
		c.line, c.quotes, c.chars = []string{"//", "#"}, `"'`, false
	case ".py", ".pyi", ".pyw":
		return syntax{line: []string{"#"}, quotes: `"'`, triple: []string{`"""`, "'''"}, docs: true}
	case ".rb", ".sh", ".bash", ".zsh", ".yaml", ".yml", ".toml", ".pl", ".r", ".ex", ".exs", ".mk", ".tf":
		return syntax{line: []string{"#"}, quotes: `"'`, spaced: true}
	case ".sql", ".lua", ".hs", ".elm":
		return syntax{line: []string{"--"}, quotes: `"'`}
	case ".html", ".htm", ".xml", ".vue", ".svelte", ".svg", ".xhtml":
		return syntax{blocks: [][2]string{{"<!--", "-->"}}}
	default:
		return syntax{prose: true}
	}
	return c
}

// LineComment returns the prefix of a line comment in the language of a file, or "".
func LineComment(file string) string {
	if marks := syntaxOf(file).line; len(marks) > 0 {
		return marks[0]
	}
	return ""
}
