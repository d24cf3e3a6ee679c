package native

// functionTail reads the tokens after the parameters. open is the brace that opens the
// body; if there is none, it is -1 and end is the last token of the declaration. trailing
// is the range of tokens of a trailing result type.
func (r *reader) functionTail(j, after, hi int) (open, end int, trailing [2]int) {
	if brace := r.oldStyle(j, after, hi); brace >= 0 {
		return brace, brace, trailing
	}
	for k := after; k < hi; {
		switch {
		case r.Is(k, "{"):
			return k, k, trailing
		case r.IsOne(k, ";", "}"):
			return -1, k, trailing
		case r.IsOne(k, "=", ","):
			return -1, min(r.Find(k, hi, ";", "}"), hi-1), trailing
		case r.Is(k, ":"):
			return r.initializers(k+1, hi), k, trailing
		case r.Is(k, "->"):
			trailing[0] = k + 1
			k = r.Find(k+1, hi, "{", ";", "}", "=", "requires")
			trailing[1] = k
		case r.Is(k, "requires"):
			k = r.requires(k, hi)
		case r.Is(k, "<"):
			k = max(r.Angle(k, hi), k+1)
		case r.Tokens[k].Match > int32(k):
			k = r.After(k, hi)
		default:
			k++
		}
	}
	return -1, hi - 1, trailing
}

// initializers returns the brace that opens the body after the member initializers of a
// constructor, or -1.
func (r *reader) initializers(k, hi int) int {
	for k < hi {
		for k < hi && (r.IsName(k) || r.IsOne(k, "::", "<", ".")) {
			if r.Is(k, "<") {
				k = max(r.Angle(k, hi), k+1)
			} else {
				k++
			}
		}
		if k >= hi || !r.IsOne(k, "(", "{") {
			return -1
		}
		k = r.After(k, hi)
		if k < hi && r.Is(k, "...") {
			k++
		}
		for k < hi && r.IsName(k) { // #if in the list, or a catch
			k++
		}
		if k < hi && r.Is(k, "{") {
			return k
		}
		if k >= hi || !r.Is(k, ",") {
			return -1
		}
		k++
	}
	return -1
}

// oldStyle returns the brace of a function whose parameters are declared between
// parentheses and body, as in K&R C, or -1.
func (r *reader) oldStyle(open, after, hi int) int {
	from, to := r.Inside(open, hi)
	if from >= to {
		return -1
	}
	for i := from; i < to; i++ {
		if !r.IsName(i) && !r.Is(i, ",") || r.IsName(i) && r.IsName(i-1) {
			return -1
		}
	}
	for i := after; i < hi; i++ {
		switch {
		case r.Is(i, "{"):
			if r.Is(i-1, ";") {
				return i
			}
			return -1
		case r.IsOne(i, "}", "=", "("):
			if r.Is(i, "(") && r.Pointed(i, hi) >= 0 {
				i = r.After(i, hi) - 1
				continue
			}
			if r.Is(i, "(") && r.Is(i-1, ")") {
				i = r.After(i, hi) - 1
				continue
			}
			return -1
		}
	}
	return -1
}
