package coderef2

import "fmt"

// Namer assigns a unique id to each declaration of one file. It is not safe for concurrent use.
type Namer struct {
	path string
	seen map[string]bool
	more map[string]int // by id with line: number of declarations with {n=…}
}

// NewNamer returns a Namer for a file with about size declarations.
func NewNamer(path string, size int) *Namer {
	return &Namer{path: path, seen: make(map[string]bool, size)}
}

// Name returns the id of the next declaration in source order. Of several declarations with
// the same id, all but the first get their line. Further ones on that line, as in minified
// code, also get {n=2}, {n=3} and so on.
func (n *Namer) Name(elementType, name string, line int) string {
	designator := Designator(elementType)
	id := Format(designator, n.path, name, 0)
	if n.seen[id] {
		id = Format(designator, n.path, name, line)
	}
	for at := id; n.seen[id]; {
		if n.more == nil {
			n.more = map[string]int{}
		}
		n.more[at]++
		id = fmt.Sprintf("%s{n=%d}", at, n.more[at]+1)
	}
	n.seen[id] = true
	return id
}
