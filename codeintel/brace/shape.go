package brace

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// shape digests the tokens of a body: literals by their kind, and the names that
// the function itself declares by the order they come in.
func (in *inspector) shape(d int) facts.Digest {
	own := in.declared(d)
	h := sha256.New()
	var number [5]byte
	from, to := in.bodyTokens(d)
	for i := in.own(from, to, d); i < to; i = in.own(i+1, to, d) {
		t := &in.tokens[i]
		number[0] = byte(t.kind)
		n, named := own[in.word(i)]
		switch {
		case t.kind == ident && named && !in.isOne(i-1, ".", "?.", "::", "->", "struct", "union", "enum"):
			binary.LittleEndian.PutUint32(number[1:], uint32(n))
			h.Write(number[:])
		case t.kind == ident || t.kind == punct:
			h.Write([]byte(in.word(i)))
		default:
			h.Write(number[:1])
		}
		h.Write([]byte{0})
	}
	return facts.Digest(h.Sum(nil)[:16])
}

// declared returns the names that a function declares: its parameters, and what
// the tokens of its body show to be variables.
func (in *inspector) declared(d int) map[string]int {
	at, own := &in.decls[d], map[string]int{}
	note := func(name string) {
		if _, known := own[name]; !known && name != "" {
			own[name] = len(own)
		}
	}
	if at.Signature != nil {
		for _, p := range at.Signature.Parameters {
			note(p.Name)
		}
	}
	for i := in.own(at.body, at.end, d); i < at.end; i = in.own(i+1, at.end, d) {
		if in.isName(i) && in.declares(i) {
			note(in.word(i))
		}
	}
	return own
}

// declares reports a name that stands where a variable is declared.
func (in *inspector) declares(i int) bool {
	if in.flow.bare { // Rust
		return in.isOne(i-1, "let", "mut", "for") && !in.is(i, "mut") || in.isOne(i-1, "|") && in.isOne(i+1, "|", ",", ":")
	}
	if in.reserved(i) || in.flow.words[in.word(i)] != 0 || !in.isOne(i+1, "=", ";", ",", ":", ")", "[", "in", "{") {
		return false
	}
	if in.isName(i-1) && !in.is(i-2, ".") {
		w := in.word(i - 1)
		return !in.reserved(i-1) && in.flow.words[w] == 0 || w == "var"
	}
	return in.isOne(i-1, ">", "]", "*", "&") && in.isName(i-2) && (qualifiers[in.word(i-3)] || in.isOne(i-3, "{", ";", "}", "(", ",", "<", "::"))
}
