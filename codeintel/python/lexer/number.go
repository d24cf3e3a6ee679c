package lexer

import "github.com/coderef-system/coderefd/codeintel/python/token"

// number reads a number. It accepts the forms of Python 2: 0777 and 10L.
func (l *Lexer) number(from int) {
	i, k := from, token.Int
	if l.Text[i] == '0' && i+1 < len(l.Text) {
		switch l.Text[i+1] | 0x20 {
		case 'x':
			i = l.digits(i+2, hex)
			l.endNumber(from, l.suffix(i, "lL"), token.Int)
			return
		case 'o', 'b':
			i = l.digits(i+2, digit)
			l.endNumber(from, l.suffix(i, "lL"), token.Int)
			return
		}
	}
	i = l.digits(i, digit)
	if i < len(l.Text) && l.Text[i] == '.' {
		k = token.Float
		i = l.digits(i+1, digit)
	}
	if i < len(l.Text) && l.Text[i]|0x20 == 'e' {
		j := i + 1
		if j < len(l.Text) && (l.Text[j] == '+' || l.Text[j] == '-') {
			j++
		}
		if j < len(l.Text) && class[l.Text[j]]&digit != 0 {
			k = token.Float
			i = l.digits(j, digit)
		}
	}
	if j := l.suffix(i, "jJ"); j > i {
		l.endNumber(from, j, token.Imaginary)
		return
	}
	if k == token.Int {
		i = l.suffix(i, "lL")
	}
	l.endNumber(from, i, k)
}

func (l *Lexer) endNumber(from, to int, k token.Kind) {
	l.Tok = token.Token{Kind: k, From: token.Pos(from), To: token.Pos(to)}
	l.Pos = token.Pos(to)
}

// digits returns the end of the digits and underscores at i.
func (l *Lexer) digits(i int, of uint8) int {
	for i < len(l.Text) && (class[l.Text[i]]&of != 0 || l.Text[i] == '_') {
		i++
	}
	return i
}

// suffix returns i+1 if the byte at i is one of the two letters and ends the word, else i.
func (l *Lexer) suffix(i int, letters string) int {
	if i < len(l.Text) && (l.Text[i] == letters[0] || l.Text[i] == letters[1]) &&
		(i+1 == len(l.Text) || class[l.Text[i+1]]&(letter|digit) == 0) {
		return i + 1
	}
	return i
}
