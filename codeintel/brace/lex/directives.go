package lex

import "strings"

// maxGroups is the maximum nesting depth of an #if whose alternatives are checked. The lexer keeps
// all alternatives of a deeper #if.
const maxGroups = 50

// directive reads a preprocessor directive and applies its effect on the tokens.
func (l *lexer) directive() {
	start := l.at
	l.at++
	for l.peek(0) == ' ' || l.peek(0) == '\t' {
		l.at++
	}
	from := l.at
	l.skipName()
	word, content := l.Text[from:l.at], l.at
	end := l.directiveEnd()
	rest := strings.TrimSpace(l.Text[content:end])
	switch word {
	case "if", "ifdef", "ifndef":
		g := group{begin: len(l.Tokens), kept: len(l.Tokens)}
		never := word == "if" && (rest == "0" || rest == "false")
		g.alone = word == "if" && (rest == "1" || rest == "true")
		l.groups = append(l.groups, g)
		if never {
			l.skipBranch()
		}
	case "else", "elif", "elifdef", "elifndef":
		l.branch(word == "elif" && (rest == "0" || rest == "false"))
	case "endif":
		if n := len(l.groups); n > 0 {
			l.endBranch()
			l.groups = l.groups[:n-1]
		}
	case "define", "include", "import", "include_next":
		if l.rules.Macros {
			l.Directives = append(l.Directives, Directive{word, content, end, l.Line(start)})
		}
	}
}

// directiveEnd moves past a directive and returns the end of its text, without a // comment. Block
// comments and backslashes can continue a directive on further lines.
func (l *lexer) directiveEnd() int {
	for l.at < len(l.Text) {
		switch c := l.Text[l.at]; {
		case c == '\n' && (!l.rules.Macros || !continued(l.Text[:l.at])):
			return l.at
		case c == '/' && l.peek(1) == '/':
			end, start := l.at, l.at
			l.skipLine()
			l.comment(start)
			return end
		case c == '/' && l.peek(1) == '*':
			start := l.at
			l.at = l.blockComment(l.at)
			l.comment(start)
		case c == '"' && l.rules.Macros:
			l.at = l.stringEnd(l.at+1, '"')
		default:
			l.at++
		}
	}
	return l.at
}

// branch begins the next alternative of the innermost group.
func (l *lexer) branch(never bool) {
	if len(l.groups) == 0 {
		return
	}
	l.endBranch()
	g := &l.groups[len(l.groups)-1]
	g.begin = len(l.Tokens)
	if g.alone || never {
		l.skipBranch()
	}
}

// endBranch decides whether to keep the current alternative of a group. It keeps the first
// alternative that is not empty. If that one is complete, it also keeps every later one that is
// complete. So if each alternative opens the same bracket, the bracket is opened once.
func (l *lexer) endBranch() {
	g := &l.groups[len(l.groups)-1]
	if len(l.Tokens) == g.begin || len(l.groups) > maxGroups {
		return
	}
	switch {
	case !g.decided:
		g.decided, g.kept = true, len(l.Tokens)
		g.alone = g.alone || !l.complete(g.begin)
	case g.alone || !l.complete(g.begin):
		l.Tokens = l.Tokens[:g.kept]
	default:
		g.kept = len(l.Tokens)
	}
}

// complete reports whether the tokens from index begin on have balanced brackets and the last
// token ends a statement or an element of a list.
func (l *lexer) complete(begin int) bool {
	depth := 0
	for i := begin; i < len(l.Tokens); i++ {
		if t := &l.Tokens[i]; t.Kind == Punct && t.size() == 1 {
			switch t.first {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				if depth--; depth < 0 {
					return false
				}
			}
		}
	}
	return depth == 0 && l.IsOne(len(l.Tokens)-1, ";", "}", ",", ":")
}

// skipBranch moves to the directive that ends the current alternative.
func (l *lexer) skipBranch() {
	depth := 0
	for l.at < len(l.Text) {
		next := strings.IndexByte(l.Text[l.at:], '\n')
		if next < 0 {
			l.at = len(l.Text)
			return
		}
		l.at += next + 1
		line := strings.TrimLeft(l.Text[l.at:min(l.at+100, len(l.Text))], " \t")
		if !strings.HasPrefix(line, "#") {
			continue
		}
		switch word := firstWord(strings.TrimLeft(line[1:], " \t")); {
		case strings.HasPrefix(word, "if"):
			depth++
		case word == "endif":
			if depth--; depth < 0 {
				l.begins = true
				return
			}
		case depth == 0 && (word == "else" || strings.HasPrefix(word, "elif")):
			l.begins = true
			return
		}
	}
}

// firstWord returns the letters at the beginning of text.
func firstWord(text string) string {
	for i := range len(text) {
		if !IsLetter(text[i]) {
			return text[:i]
		}
	}
	return text
}
