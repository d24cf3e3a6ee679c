package inspect

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// shape returns a digest of the tokens of a body. It replaces literals by their kind and
// the names that the function declares by their order, so that copies with other names
// have the same digest.
func (in *inspector) shape(d int) facts.Digest {
	own := in.declared(d)
	h := sha256.New()
	var number [5]byte
	from, to := in.bodyTokens(d)
	for i := in.own(from, to, d); i < to; i = in.own(i+1, to, d) {
		t := &in.Tokens[i]
		number[0] = byte(t.Kind)
		n, named := own[in.Word(i)]
		switch {
		case t.Kind == lex.Ident && named && !in.IsOne(i-1, ".", "?.", "::", "->", "struct", "union", "enum"):
			binary.LittleEndian.PutUint32(number[1:], uint32(n))
			h.Write(number[:])
		case t.Kind == lex.Ident || t.Kind == lex.Punct:
			h.Write([]byte(in.Word(i)))
		default:
			h.Write(number[:1])
		}
		h.Write([]byte{0})
	}
	return facts.Digest(h.Sum(nil)[:16])
}

// declared returns the names that a function declares, with their order: its parameters,
// and the names at tokens that look like declarations of variables.
func (in *inspector) declared(d int) map[string]int {
	at, own := &in.Decls[d], map[string]int{}
	declare := func(name string) {
		if _, known := own[name]; !known && name != "" {
			own[name] = len(own)
		}
	}
	if at.Signature != nil {
		for _, p := range at.Signature.Parameters {
			declare(p.Name)
		}
	}
	for i := in.own(at.Body, at.BodyEnd, d); i < at.BodyEnd; i = in.own(i+1, at.BodyEnd, d) {
		if in.IsName(i) && in.declares(i) {
			declare(in.Word(i))
		}
	}
	return own
}

// declares reports whether the name at token i is in the place of a declared variable.
func (in *inspector) declares(i int) bool {
	if in.flow.Let {
		return in.IsOne(i-1, "let", "mut", "for") && !in.Is(i, "mut") ||
			in.IsOne(i-1, "|") && in.IsOne(i+1, "|", ",", ":")
	}
	if in.Reserved(i) || in.Grammar.Control[in.Word(i)] != 0 ||
		!in.IsOne(i+1, "=", ";", ",", ":", ")", "[", "in", "{") {
		return false
	}
	if in.IsName(i-1) && !in.Is(i-2, ".") {
		w := in.Word(i - 1)
		return !in.Reserved(i-1) && in.Grammar.Control[w] == 0 || w == "var"
	}
	return in.IsOne(i-1, ">", "]", "*", "&") && in.IsName(i-2) &&
		(syntax.IsQualifier(in.Word(i-3)) || in.IsOne(i-3, "{", ";", "}", "(", ",", "<", "::"))
}
