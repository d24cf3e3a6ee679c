package inspect

import (
	"go/scanner"
	"go/token"
	"sort"
)

// tokens are the tokens of a file in order, including comments.
type tokens []tokenAt

// tokenAt is a token with its offsets in the text, in bytes.
type tokenAt struct {
	start, end int
	kind       token.Token
	text       string
}

func scan(text string) tokens {
	fset := token.NewFileSet()
	f := fset.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(f, []byte(text), func(token.Position, string) {}, scanner.ScanComments)
	var out tokens
	for {
		pos, kind, lit := s.Scan()
		if kind == token.EOF {
			return out
		}
		start := f.Offset(pos)
		if lit == "" {
			lit = kind.String()
		}
		end := start + len(lit)
		if kind == token.SEMICOLON && lit == "\n" {
			end = start // inserted by the scanner
		}
		out = append(out, tokenAt{start, min(end, len(text)), kind, lit})
	}
}

// lines counts the lines of each kind. An empty last line does not count.
func (t tokens) lines(text string) (code, comment, blank int) {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' && i+1 < len(text) {
			starts = append(starts, i+1)
		}
	}
	if text == "" {
		return 0, 0, 0
	}
	kinds := make([]byte, len(starts))
	for _, tok := range t {
		if tok.end == tok.start {
			continue
		}
		kind := byte(2)
		if tok.kind == token.COMMENT {
			kind = 1
		}
		first := sort.SearchInts(starts, tok.start+1) - 1
		for l := first; l < len(starts) && starts[l] < tok.end; l++ {
			kinds[l] = max(kinds[l], kind)
		}
	}
	for _, kind := range kinds {
		switch kind {
		case 2:
			code++
		case 1:
			comment++
		default:
			blank++
		}
	}
	return code, comment, blank
}
