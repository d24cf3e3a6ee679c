package syntax

// Attribute reads the attribute, without its mark, in the tokens [from, to).
func (f *File) Attribute(from, to int) Attribute {
	a := Attribute{From: from, To: to}
	for i := from; i < to && (f.IsName(i) || f.IsOne(i, "::", ".")); i++ {
		if f.IsName(i) {
			a.Name = f.Name(i)
		}
	}
	return a
}

// AnnotationEnd returns the token after the annotation whose @ is at i; at most hi.
func (f *File) AnnotationEnd(i, hi int) int {
	for i++; i < hi && f.IsName(i) && f.Is(i+1, "."); {
		i += 2
	}
	if i++; i < hi && f.Is(i, "(") {
		return f.After(i, hi)
	}
	return min(i, hi)
}
