package managed

import "strings"

// head is the beginning of a member: its type, if it has one, and its name.
type head struct {
	typed bool // a type precedes the name
	from  int  // the first token
	name  int  // the token of the name, or -1
	label string
	stop  int // the token after it
}

// headAt reads a type and a name up to the token that follows them.
func (r *reader) headAt(i, hi int) head {
	m := head{from: i, name: -1, stop: hi}
	for j := i; j < hi; {
		switch w := r.Word(j); {
		case r.Is(j, "operator") && r.csharp:
			return r.operatorHead(m, j, hi)
		case r.IsName(j):
			if r.Reserved(j) && w != "var" {
				m.name, m.stop = -1, j
				return m
			}
			m.typed = m.name >= 0 || m.typed
			m.name = j
			if j++; r.Is(j, "<") {
				j = max(r.Angle(j, hi), j+1)
			}
		case r.Is(j, "@") && r.IsName(j+1):
			j = r.AnnotationEnd(j, hi)
		case r.Is(j, "("):
			if m.name < 0 || !r.IsName(j-1) && !r.Is(j-1, ">") {
				m.typed = true // a tuple
				j = r.After(j, hi)
				continue
			}
			m.stop = j
			return m
		case r.Is(j, "["):
			if r.Is(j-1, "this") {
				m.stop, m.label = j, "this[]"
				return m
			}
			j = r.After(j, hi)
		case r.Is(j, "."), r.Is(j, "::"):
			m.name = -1 // the previous name is part of a type or a qualifier
			m.typed = m.typed && j > i
			j++
		case r.Is(j, "<"):
			m.typed = true
			j = max(r.Angle(j, hi), j+1) // <T> void f()
		case r.IsOne(j, "?", "*", "&", ">"):
			m.typed = m.typed || m.name >= 0
			j++
		default:
			m.stop = j
			return m
		}
	}
	return m
}

// operatorHead reads the name of the operator whose keyword is token j.
func (r *reader) operatorHead(m head, j, hi int) head {
	open := r.Find(j+1, hi, "(", ";", "{", "}")
	if r.Is(j+1, "(") && r.Is(j+2, ")") {
		open = j + 3
	}
	m.typed, m.name, m.stop = true, j, open
	m.label = "operator" + strings.ReplaceAll(r.Written(j+1, open), " ", "")
	if r.IsName(j + 1) {
		m.label = "operator " + r.Written(j+1, open)
	}
	return m
}

// typeStart returns the first token of a result type, after type parameters such as
// <T>.
func (r *reader) typeStart(from, name int) int {
	if r.Is(from, "<") {
		return min(r.Angle(from, name), name)
	}
	return from
}

// typeEnd returns the end of a result type: the name of the method, or the interface
// that qualifies it.
func (r *reader) typeEnd(from, name int) int {
	for name-2 > from && r.Is(name-1, ".") {
		name--
		for name--; name > from && r.Is(name, ">"); name-- {
			for name > from && !r.Is(name, "<") {
				name--
			}
		}
	}
	if r.IsOne(name-1, "implicit", "explicit") {
		return name - 1
	}
	return name
}
