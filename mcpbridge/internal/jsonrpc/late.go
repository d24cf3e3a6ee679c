package jsonrpc

// maxLate is how many calls that were given up are remembered, to tell a late
// answer from one that nobody asked for.
const maxLate = 1024

// lateIDs remembers the last ids that were given up. The zero value is ready.
type lateIDs struct {
	known map[int64]struct{}
	order []int64
	next  int
}

func (l *lateIDs) add(id int64) {
	if l.known == nil {
		l.known = make(map[int64]struct{})
	}
	if len(l.order) < maxLate {
		l.order = append(l.order, id)
	} else {
		delete(l.known, l.order[l.next])
		l.order[l.next] = id
		l.next = (l.next + 1) % maxLate
	}
	l.known[id] = struct{}{}
}

// take reports whether id was given up, and forgets it.
func (l *lateIDs) take(id int64) bool {
	_, ok := l.known[id]
	delete(l.known, id)
	return ok
}
