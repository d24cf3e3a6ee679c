package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// cutter steps over a text token by token, as far as brackets, strings and
// comments go.
type cutter struct {
	text  string
	at    int
	depth int
}

// parseDeclarations parses a file from elsewhere, of which only the declarations
// matter. The bodies of functions are most of it: they are cut out before the
// parser sees them. Returns nil when the file makes no sense.
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

// dropValues drops what variables are set to, as far as their types do not depend
// on it: tables are most of the rest.
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
			return // [...]T{…}
		}
	}
	literal.Elts = nil
}

// cutBodies empties the bodies of a file's functions. It fails on a text whose
// brackets do not match.
func cutBodies(text string) (string, bool) {
	var out strings.Builder
	out.Grow(len(text) / 2)
	c := cutter{text: text}
	kept := 0 // what is before has been written
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
		kept = c.at - 1 // the closing brace
	}
	if c.depth != 0 {
		return "", false
	}
	out.WriteString(text[kept:])
	return out.String(), true
}

// keyword reports, and passes, a word that begins a line outside all brackets: in
// formatted code that is where functions are declared.
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

// body passes the signature of a function and returns where its body opens; -1
// when it has none.
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

// afterWord reports a word right before, but for blanks.
func (c *cutter) afterWord(word string) bool {
	return strings.HasSuffix(strings.TrimRight(c.text[:c.at], " \t"), word)
}

// skipBlock passes a block from its opening to behind its closing brace.
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

// step passes one character, string or comment.
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

// until passes all up to behind the end mark.
func (c *cutter) until(end string, from int) bool {
	i := strings.Index(c.text[c.at+from:], end)
	if i < 0 {
		return false
	}
	c.at += from + i + len(end)
	return true
}

// quoted passes a string or rune literal.
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
