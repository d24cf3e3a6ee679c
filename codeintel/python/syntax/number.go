package syntax

// number reads a number. What Python 2 allowed passes: 0777, 10L.
func (l *lexer) number(from int) {
	i, k := from, tokInt
	if l.text[i] == '0' && i+1 < len(l.text) {
		switch l.text[i+1] | 0x20 {
		case 'x':
			i = l.digits(i+2, hex)
			l.endNumber(from, l.suffix(i, "lL"), tokInt)
			return
		case 'o', 'b':
			i = l.digits(i+2, digit)
			l.endNumber(from, l.suffix(i, "lL"), tokInt)
			return
		}
	}
	i = l.digits(i, digit)
	if i < len(l.text) && l.text[i] == '.' {
		k = tokFloat
		i = l.digits(i+1, digit)
	}
	if i < len(l.text) && l.text[i]|0x20 == 'e' {
		j := i + 1
		if j < len(l.text) && (l.text[j] == '+' || l.text[j] == '-') {
			j++
		}
		if j < len(l.text) && class[l.text[j]]&digit != 0 {
			k = tokFloat
			i = l.digits(j, digit)
		}
	}
	if j := l.suffix(i, "jJ"); j > i {
		l.endNumber(from, j, tokImaginary)
		return
	}
	if k == tokInt {
		i = l.suffix(i, "lL")
	}
	l.endNumber(from, i, k)
}

func (l *lexer) endNumber(from, to int, k kind) {
	l.tok = token{k, Pos(from), Pos(to)}
	l.pos = Pos(to)
}

// digits returns where the digits at i end, with underscores between them.
func (l *lexer) digits(i int, of uint8) int {
	for i < len(l.text) && (class[l.text[i]]&of != 0 || l.text[i] == '_') {
		i++
	}
	return i
}

// suffix returns the place behind the letter at i if it is one of two and ends the
// word.
func (l *lexer) suffix(i int, letters string) int {
	if i < len(l.text) && (l.text[i] == letters[0] || l.text[i] == letters[1]) &&
		(i+1 == len(l.text) || class[l.text[i+1]]&(letter|digit) == 0) {
		return i + 1
	}
	return i
}
