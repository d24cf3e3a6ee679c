package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// cutter skips tokens; it distinguishes brackets, strings, comments and other text.
type cutter struct {
	text  string
	at    int
	depth int
}

// parseDeclarations parses the declarations of a file outside the project. It removes the
// bodies of functions before parsing, because they are most of the text. It returns nil for an
// invalid file.
func parseDeclarations(fset *token.FileSet, name, text string) (file *ast.File) {
	defer func() {
		if r := recover(); r != nil {
			file = nil
		}
		if file != nil {
			dropValues(file)
		}
	}()
	if short, ok := cutBodies(text); ok {
		if file, err := parser.ParseFile(fset, name, short, parser.SkipObjectResolution); err == nil {
			return file
		}
	}
	file, _ = parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	return file
}

// dropValues removes the initial values of variables that do not determine their type.
func dropValues(file *ast.File) {
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			spec, ok := s.(*ast.ValueSpec)
			if !ok {
				continue
			}
			if spec.Type != nil {
				spec.Values = nil
				continue
			}
			for _, value := range spec.Values {
				dropElements(value)
			}
		}
	}
}

func dropElements(value ast.Expr) {
	if u, ok := value.(*ast.UnaryExpr); ok {
		value = u.X
	}
	literal, ok := value.(*ast.CompositeLit)
	if !ok {
		return
	}
	if list, ok := literal.Type.(*ast.ArrayType); ok {
		if _, counted := list.Len.(*ast.Ellipsis); counted {
			return // the values determine the length of [...]T{…}
		}
	}
	literal.Elts = nil
}

// cutBodies empties the bodies of functions in a text. It returns false if brackets do not
// match.
func cutBodies(text string) (string, bool) {
	var out strings.Builder
	out.Grow(len(text) / 2)
	c := cutter{text: text}
	kept := 0 // end of the text that is written
	for c.at < len(text) {
		if !c.keyword("func") {
			if !c.step() {
				return "", false
			}
			continue
		}
		open := c.body()
		if open < 0 {
			continue
		}
		out.WriteString(text[kept : open+1])
		c.at = open
		if !c.skipBlock() {
			return "", false
		}
		kept = c.at - 1 // starts at the closing brace
	}
	if c.depth != 0 {
		return "", false
	}
	out.WriteString(text[kept:])
	return out.String(), true
}

// keyword consumes a word at the start of a line outside brackets, where formatted code
// declares functions. It reports whether it did.
func (c *cutter) keyword(word string) bool {
	if c.depth != 0 || c.at > 0 && c.text[c.at-1] != '\n' {
		return false
	}
	rest := c.text[c.at:]
	if !strings.HasPrefix(rest, word) || len(rest) == len(word) || rest[len(word)] != ' ' {
		return false
	}
	c.at += len(word)
	return true
}

// body skips a signature and returns the position of the opening brace of the body, or -1.
func (c *cutter) body() int {
	for c.at < len(c.text) {
		switch ch := c.text[c.at]; {
		case ch == '\n' && c.depth == 0:
			return -1
		case ch == '{' && c.depth == 0 && !c.afterWord("struct") && !c.afterWord("interface"):
			return c.at
		}
		if !c.step() {
			return -1
		}
	}
	return -1
}

// afterWord reports whether a word precedes the current position, ignoring blanks.
func (c *cutter) afterWord(word string) bool {
	return strings.HasSuffix(strings.TrimRight(c.text[:c.at], " \t"), word)
}

// skipBlock skips a block, starting at its opening brace.
func (c *cutter) skipBlock() bool {
	outer := c.depth
	for c.at < len(c.text) {
		if !c.step() {
			return false
		}
		if c.depth == outer {
			return true
		}
	}
	return false
}

// step skips one character, string or comment.
func (c *cutter) step() bool {
	switch ch := c.text[c.at]; ch {
	case '(', '[', '{':
		c.depth++
	case ')', ']', '}':
		c.depth--
		if c.depth < 0 {
			return false
		}
	case '"', '\'':
		return c.quoted(ch)
	case '`':
		return c.until("`", 1)
	case '/':
		if strings.HasPrefix(c.text[c.at:], "//") {
			end := strings.IndexByte(c.text[c.at:], '\n')
			if end < 0 {
				end = len(c.text) - c.at
			}
			c.at += end
			return true
		}
		if strings.HasPrefix(c.text[c.at:], "/*") {
			return c.until("*/", 2)
		}
	}
	c.at++
	return true
}

// until skips the text up to and including an end mark.
func (c *cutter) until(end string, from int) bool {
	i := strings.Index(c.text[c.at+from:], end)
	if i < 0 {
		return false
	}
	c.at += from + i + len(end)
	return true
}

// quoted skips a string or rune literal.
func (c *cutter) quoted(quote byte) bool {
	for i := c.at + 1; i < len(c.text); i++ {
		switch c.text[i] {
		case '\\':
			i++
		case '\n':
			return false
		case quote:
			c.at = i + 1
			return true
		}
	}
	return false
}
