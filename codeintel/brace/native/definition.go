package native

import "strings"

// definition returns the brace that opens the body of the class, struct, union or enum
// at i, or -1.
func (r *reader) definition(i, hi int) int {
	if i < r.scanned {
		return -1
	}
	open, end := r.findDefinition(i, hi)
	if open < 0 {
		r.scanned = end
	}
	return open
}

// findDefinition implements definition and returns the last token that it read.
func (r *reader) findDefinition(i, hi int) (open, end int) {
	for i < hi && r.IsOne(i, "const", "volatile", "static", "constexpr", "inline", "extern", "typedef", "mutable",
		"__extension__") {
		i++
	}
	if !r.IsOne(i, "class", "struct", "union", "enum") {
		return -1, i
	}
	colon := false
	for j := i + 1; j < hi; {
		switch {
		case r.Is(j, "{"):
			return j, j
		case r.IsName(j), r.IsOne(j, "::", ":", ",", "...", "."):
			if r.Is(j, ",") && !colon {
				return -1, j
			}
			colon = colon || r.Is(j, ":")
			j++
		case r.Is(j, "("):
			if !r.attributeLike(j-1) && !colon {
				return -1, j
			}
			j = r.After(j, hi)
		case r.Is(j, "["):
			j = r.After(j, hi)
		case r.Is(j, "<"):
			end := r.Angle(j, hi)
			if end == j {
				return -1, j
			}
			j = end
		default:
			return -1, j
		}
	}
	return -1, hi
}

// attributeLike reports whether the name at i with its parentheses is an attribute.
func (r *reader) attributeLike(i int) bool {
	w := r.Word(i)
	return w == "alignas" || w == "decltype" || strings.HasPrefix(w, "__") || w == strings.ToUpper(w) && r.IsName(i)
}
