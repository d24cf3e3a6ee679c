package native

import "github.com/coderef-system/coderefd/codeintel/brace/lex"

// prefixEnd reads attributes, template heads and storage classes. The tokens of a
// template head belong to the declaration.
func (r *reader) prefixEnd(i, hi int, h *head) int {
	for i < hi {
		switch {
		case r.Is(i, "[") && r.Is(i+1, "["):
			from, to := r.Inside(i+1, hi)
			r.Commas(from, to, func(from, to int) { h.attributes = append(h.attributes, r.Attribute(from, to)) })
			i = r.After(i, hi)
		case r.Is(i, "template") && r.Is(i+1, "<"):
			i = max(r.Angle(i+1, hi), i+2)
		case r.Is(i, "requires"):
			i = r.requires(i, hi)
		case r.IsOne(i, "__attribute__", "__declspec", "alignas", "_Alignas", "__attribute") && r.Is(i+1, "("):
			i = r.After(i+1, hi)
		case r.Is(i, "static"):
			h.static = true
			i++
		case r.Is(i, "extern") && i+1 < hi && r.Tokens[i+1].Kind == lex.String:
			if r.Is(i+2, "{") {
				return i + 2 // declarations in the braces belong to the enclosing scope
			}
			i += 2
		case r.Is(i, "explicit") && r.Is(i+1, "("):
			i = r.After(i+1, hi)
		case r.IsOne(i, "extern", "inline", "virtual", "explicit", "constexpr", "consteval", "constinit",
			"__inline", "__inline__", "__extension__", "_Noreturn", "thread_local", "register"):
			i++
		default:
			return i
		}
	}
	return i
}

// requires returns the token after a requires clause.
func (r *reader) requires(i, hi int) int {
	for i++; i < hi; {
		switch {
		case r.Is(i, "requires"):
			i++
			if r.Is(i, "(") {
				i = r.After(i, hi)
			}
		case r.IsOne(i, "(", "{"):
			i = r.After(i, hi)
		case r.IsName(i):
			if i++; r.Is(i, "<") {
				i = max(r.Angle(i, hi), i+1)
			}
		case r.Is(i, "::"):
			i++
			continue
		default:
			return i
		}
		if !r.IsOne(i, "&&", "||", "::") {
			return i
		}
		i++
	}
	return i
}

// accessEnd returns the token after "public:" or "public slots:", or i.
func (r *reader) accessEnd(i, hi int) int {
	for j := i + 1; j < hi && j <= i+2; j++ {
		if r.Is(j, ":") {
			return j + 1
		}
	}
	return i
}
