package managed

import (
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// prefix holds the attributes and modifiers before the keyword or type of a declaration.
type prefix struct {
	from       int // the first token after the attributes
	attributes []syntax.Attribute
	public     bool
	hidden     bool // private or protected
	static     bool
	fixed      bool // final, const or readonly
	constant   bool
	async      bool
	modified   bool // there are modifiers
}

// modifiers are the words that may precede a declaration of Java or C#.
var modifiers = syntax.WordSet( //nolint:gochecknoglobals // never written
	"public", "private", "protected", "internal", "static", "final", "abstract", "native", "synchronized",
	"transient", "volatile", "strictfp", "default", "sealed", "virtual", "override", "async", "readonly", "const",
	"extern", "unsafe", "partial", "new", "required", "file", "ref", "fixed", "event",
)

// modifiersAt reads the attributes and modifiers at i.
func (r *reader) modifiersAt(i, hi int) (prefix, int) {
	h := prefix{from: i}
	for i < hi {
		switch w := r.Word(i); {
		case w == "@" && r.IsName(i+1) && !r.Is(i+1, "interface"):
			end := r.AnnotationEnd(i, hi)
			h.attributes = append(h.attributes, r.Attribute(i+1, end))
			i = end
		case w == "[" && r.csharp:
			from, to := r.Inside(i, hi)
			if target := r.Word(from); r.Is(from+1, ":") {
				if from += 2; target == "assembly" || target == "module" {
					from = to
				}
			}
			r.Commas(from, to, func(from, to int) { h.attributes = append(h.attributes, r.Attribute(from, to)) })
			i = r.After(i, hi)
		case w == "non" && r.Is(i+1, "-") && r.Is(i+2, "sealed"):
			i += 3
			continue
		case modifiers[w] && r.Tokens[i].Kind == lex.Ident &&
			(!r.IsOne(i+1, "(", "=", ";", ",", ":", "->", "=>", ".") || r.tupleAt(i+1, hi)):
			h.add(w)
			i++
			continue
		default:
			return h, i
		}
		if i > hi {
			i = hi
		}
		if !h.modified {
			h.from = i
		}
	}
	return h, i
}

// tupleAt reports whether the parenthesis at i, after a modifier, begins a tuple type:
// a name follows it.
func (r *reader) tupleAt(i, hi int) bool {
	if !r.csharp || !r.Is(i, "(") || i >= hi || r.IsOne(i-1, "new", "fixed", "default") {
		return false
	}
	after := r.After(i, hi)
	if r.Is(after, "?") {
		after++
	}
	return after < hi && r.IsName(after) && r.IsOne(after+1, "(", "<", "{", ";", "=", "=>", ".")
}

// add records a modifier.
func (h *prefix) add(word string) {
	h.modified = true
	switch word {
	case "public":
		h.public = true
	case "private", "protected", "internal":
		h.hidden = true
	case "static":
		h.static = true
	case "final", "readonly":
		h.fixed = true
	case "const":
		h.constant = true
	case "async":
		h.async = true
	}
}
