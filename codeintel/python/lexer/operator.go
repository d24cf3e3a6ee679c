package lexer

import "github.com/coderef-system/coderefd/codeintel/python/token"

// operator reads an operator or delimiter.
func (l *Lexer) operator(i int, c byte) {
	var c1, c2 byte
	if i+1 < len(l.Text) {
		c1 = l.Text[i+1]
		if i+2 < len(l.Text) {
			c2 = l.Text[i+2]
		}
	}
	var k token.Kind
	n := 1
	switch c {
	case '(':
		k = token.LParen
		l.Depth++
	case ')':
		k = token.RParen
		l.Depth = max(0, l.Depth-1)
	case '[':
		k = token.LBracket
		l.Depth++
	case ']':
		k = token.RBracket
		l.Depth = max(0, l.Depth-1)
	case '{':
		k = token.LBrace
		l.Depth++
	case '}':
		k = token.RBrace
		l.Depth = max(0, l.Depth-1)
	case ',':
		k = token.Comma
	case ';':
		k = token.Semicolon
	case '`':
		k = token.Backtick
	case '~':
		k = token.Tilde
	case '.':
		k = token.Dot
		if c1 == '.' && c2 == '.' {
			k, n = token.Ellipsis, 3
		}
	case ':':
		k = token.Colon
		// In a replacement field, a colon starts the format.
		if c1 == '=' && (l.Field < 0 || l.Depth != l.Field) {
			k, n = token.Walrus, 2
		}
	default:
		k, n = l.operation(c, c1, c2)
	}
	if k == token.Invalid {
		l.invalid(i, "invalid character")
		return
	}
	l.Tok = token.Token{Kind: k, From: token.Pos(i), To: token.Pos(i + n)}
	l.Pos = token.Pos(i + n)
}

// operation returns the kind and length of the operator that starts with three characters.
func (l *Lexer) operation(c, c1, c2 byte) (token.Kind, int) {
	switch c {
	case '=':
		return equals(c1, token.Assign, token.Equal)
	case '!':
		return equals(c1, token.Bang, token.NotEqual)
	case '+':
		return l.augment(1, c1, token.Plus)
	case '-':
		if c1 == '>' {
			return token.Arrow, 2
		}
		return l.augment(1, c1, token.Minus)
	case '*':
		if c1 == '*' {
			return l.augment(2, c2, token.DoubleStar)
		}
		return l.augment(1, c1, token.Star)
	case '/':
		if c1 == '/' {
			return l.augment(2, c2, token.DoubleSlash)
		}
		return l.augment(1, c1, token.Slash)
	case '%':
		return l.augment(1, c1, token.Percent)
	case '@':
		return l.augment(1, c1, token.At)
	case '&':
		return l.augment(1, c1, token.Amper)
	case '|':
		return l.augment(1, c1, token.VBar)
	case '^':
		return l.augment(1, c1, token.Caret)
	case '<':
		switch c1 {
		case '<':
			return l.augment(2, c2, token.LShift)
		case '>': // Python 2
			return token.NotEqual, 2
		}
		return equals(c1, token.Less, token.LessEqual)
	case '>':
		if c1 == '>' {
			return l.augment(2, c2, token.RShift)
		}
		return equals(c1, token.Greater, token.GreaterEqual)
	}
	return token.Invalid, 1
}

// equals returns the operator one, of one character. If '=' follows, it returns the operator
// two, of two characters.
func equals(next byte, one, two token.Kind) (token.Kind, int) {
	if next == '=' {
		return two, 2
	}
	return one, 1
}

// augment returns the operator k, of n characters. If '=' follows, it returns the augmented
// assignment of k.
func (l *Lexer) augment(n int, next byte, k token.Kind) (token.Kind, int) {
	if next == '=' {
		l.Augmented = k
		return token.Augmented, n + 1
	}
	return k, n
}
