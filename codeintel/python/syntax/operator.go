package syntax

// operator reads an operator or delimiter.
func (l *lexer) operator(i int, c byte) {
	var c1, c2 byte
	if i+1 < len(l.text) {
		c1 = l.text[i+1]
		if i+2 < len(l.text) {
			c2 = l.text[i+2]
		}
	}
	var k kind
	n := 1
	switch c {
	case '(':
		k = tokLParen
		l.depth++
	case ')':
		k = tokRParen
		l.depth = max(0, l.depth-1)
	case '[':
		k = tokLBracket
		l.depth++
	case ']':
		k = tokRBracket
		l.depth = max(0, l.depth-1)
	case '{':
		k = tokLBrace
		l.depth++
	case '}':
		k = tokRBrace
		l.depth = max(0, l.depth-1)
	case ',':
		k = tokComma
	case ';':
		k = tokSemicolon
	case '`':
		k = tokBacktick
	case '~':
		k = tokTilde
	case '.':
		k = tokDot
		if c1 == '.' && c2 == '.' {
			k, n = tokEllipsis, 3
		}
	case ':':
		k = tokColon
		// In a replacement field, what follows is a format.
		if c1 == '=' && (l.field < 0 || l.depth != l.field) {
			k, n = tokWalrus, 2
		}
	default:
		k, n = l.operation(c, c1, c2)
	}
	if k == tokInvalid {
		l.invalid(i, "invalid character")
		return
	}
	l.tok = token{k, Pos(i), Pos(i + n)}
	l.pos = Pos(i + n)
}

// operation tells the operator that three characters begin, and its length.
func (l *lexer) operation(c, c1, c2 byte) (kind, int) {
	switch c {
	case '=':
		return equals(c1, tokAssign, tokEqual)
	case '!':
		return equals(c1, tokBang, tokNotEqual)
	case '+':
		return l.augment(1, c1, tokPlus, Add)
	case '-':
		if c1 == '>' {
			return tokArrow, 2
		}
		return l.augment(1, c1, tokMinus, Sub)
	case '*':
		if c1 == '*' {
			return l.augment(2, c2, tokDoubleStar, Pow)
		}
		return l.augment(1, c1, tokStar, Mult)
	case '/':
		if c1 == '/' {
			return l.augment(2, c2, tokDoubleSlash, FloorDiv)
		}
		return l.augment(1, c1, tokSlash, Div)
	case '%':
		return l.augment(1, c1, tokPercent, Mod)
	case '@':
		return l.augment(1, c1, tokAt, MatMult)
	case '&':
		return l.augment(1, c1, tokAmper, BitAnd)
	case '|':
		return l.augment(1, c1, tokVBar, BitOr)
	case '^':
		return l.augment(1, c1, tokCaret, BitXor)
	case '<':
		switch c1 {
		case '<':
			return l.augment(2, c2, tokLShift, LShift)
		case '>': // Python 2
			return tokNotEqual, 2
		}
		return equals(c1, tokLess, tokLessEqual)
	case '>':
		if c1 == '>' {
			return l.augment(2, c2, tokRShift, RShift)
		}
		return equals(c1, tokGreater, tokGreaterEqual)
	}
	return tokInvalid, 1
}

// equals tells an operator of one character or, where = follows, of two.
func equals(next byte, one, two kind) (kind, int) {
	if next == '=' {
		return two, 2
	}
	return one, 1
}

// augment tells an operator of n characters or, where = follows, its assignment.
func (l *lexer) augment(n int, next byte, k kind, op Op) (kind, int) {
	if next == '=' {
		l.augmented = op
		return tokAugmented, n + 1
	}
	return k, n
}
