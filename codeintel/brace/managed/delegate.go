package managed

import (
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// parameterWords are the modifiers of parameters.
var parameterWords = syntax.WordSet( //nolint:gochecknoglobals // never written
	"final", "ref", "out", "in", "this", "scoped", "readonly",
)

// delegate adds a delegate type of C#.
func (r *reader) delegate(i, hi int, o syntax.Owner, h prefix) int {
	open := r.Find(i, hi, "(", ";", "{", "}")
	end := min(r.Find(open, hi, ";", "{", "}")+1, hi)
	name := open - 1
	if r.Is(name, ">") {
		for j := i; j < open; j++ { // delegate R Name<T>(...)
			if r.IsName(j) && r.Angle(j+1, open) == open {
				name = j
				break
			}
		}
	}
	if open < hi && r.Is(open, "(") && r.IsName(name) && name > i {
		d := r.Add(o, facts.TypeAlias, r.Name(name), name, h.from, end, h.public)
		from, to := r.Inside(open, hi)
		r.Sign(d, h.attributes, r.TypedFirst(from, to, parameterWords), r.Written(i+1, name), false)
	}
	return max(end, i+1)
}
