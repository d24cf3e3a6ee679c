package inspect

// own returns the first token from i up to hi that belongs to the declaration itself, not to a
// nested declaration with a body of its own. It returns hi if there is none.
func (in *inspector) own(i, hi, decl int) int {
	for i < hi {
		d := int(in.enclosing[i])
		if d == decl || d >= 0 && in.Decls[d].Body < 0 {
			return i
		}
		if i++; d >= 0 {
			i = max(i, in.Decls[d].To)
		}
	}
	return hi
}

// bodyTokens returns the range of tokens of a body, including its braces.
func (in *inspector) bodyTokens(d int) (from, to int) {
	from, to = in.Decls[d].Body, in.Decls[d].BodyEnd
	if in.Is(from-1, "{") {
		from--
		if in.Is(to, "}") {
			to++
		}
	}
	return from, to
}
