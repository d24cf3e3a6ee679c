package jsonrpc

// maxLate bounds the canceled calls that are remembered, to distinguish a late response
// from one with an unknown id.
const maxLate = 1024

// lateIDs remembers the ids of the last canceled calls. The zero value is ready.
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

// take reports whether id was canceled, and forgets it.
func (l *lateIDs) take(id int64) bool {
	_, ok := l.known[id]
	delete(l.known, id)
	return ok
}
