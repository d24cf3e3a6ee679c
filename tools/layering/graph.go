package main

// A graph holds the references between the files of one package.
type graph struct {
	pkg   string
	files []string       // base names, sorted
	refs  []map[int]bool // refs[a][b]: file a references file b; a and b differ
}

// edges returns the number of distinct file-to-file references.
func (g graph) edges() int {
	n := 0
	for _, to := range g.refs {
		n += len(to)
	}
	return n
}

// against returns the references of the given order, top layer first, that
// point from a later file to an earlier one.
func (g graph) against(order []int) [][2]int {
	position := make([]int, len(order))
	for i, file := range order {
		position[file] = i
	}
	var pairs [][2]int
	for _, from := range order {
		for _, to := range order {
			if g.refs[from][to] && position[to] < position[from] {
				pairs = append(pairs, [2]int{from, to})
			}
		}
	}
	return pairs
}

// order returns the files, top layer first, so that few references point from
// a later file to an earlier one.
func (g graph) order() []int {
	best := g.greedyOrder()
	g.improve(best)
	return best
}

// greedyOrder is the heuristic of Eades, Lin and Smyth: sources go to the
// front, sinks to the back, and otherwise the file with the largest surplus of
// outgoing references goes to the front.
func (g graph) greedyOrder() []int {
	left := make(map[int]bool, len(g.files))
	for i := range g.files {
		left[i] = true
	}
	var front, back []int
	for len(left) > 0 {
		pick, surplus, sink := -1, 0, false
		for i := range g.files {
			if !left[i] {
				continue
			}
			out, in := g.degrees(i, left)
			if out == 0 {
				pick, sink = i, true
				break
			}
			if in == 0 {
				out = len(g.files) // a source precedes every other file
			}
			if pick < 0 || out-in > surplus {
				pick, surplus = i, out-in
			}
		}
		delete(left, pick)
		if sink {
			back = append(back, pick)
		} else {
			front = append(front, pick)
		}
	}
	for i := len(back) - 1; i >= 0; i-- {
		front = append(front, back[i])
	}
	return front
}

// degrees returns the numbers of references from a file to the files in "left",
// and from these to the file.
func (g graph) degrees(file int, left map[int]bool) (out, in int) {
	for other := range left {
		if g.refs[file][other] {
			out++
		}
		if g.refs[other][file] {
			in++
		}
	}
	return out, in
}

// improve moves single files to their best position until no move reduces the
// number of references against the order.
func (g graph) improve(order []int) {
	for improved := true; improved; {
		improved = false
		for from := range order {
			to, gain := g.bestMove(order, from)
			if gain > 0 {
				move(order, from, to)
				improved = true
			}
		}
	}
}

// bestMove returns the best new position of the file that is now at the
// position "from", and the number of references against the order that the move
// removes.
func (g graph) bestMove(order []int, from int) (to, gain int) {
	file := order[from]
	to = from
	for _, step := range []int{-1, 1} {
		sum := 0
		for i := from + step; i >= 0 && i < len(order); i += step {
			up, down := order[i], file
			if step > 0 {
				up, down = file, order[i]
			}
			// up precedes down now; the move swaps them.
			if g.refs[down][up] {
				sum++
			}
			if g.refs[up][down] {
				sum--
			}
			if sum > gain {
				to, gain = i, sum
			}
		}
	}
	return to, gain
}

// move shifts the element at from to position to.
func move(order []int, from, to int) {
	file := order[from]
	if from < to {
		copy(order[from:to], order[from+1:to+1])
	} else {
		copy(order[to+1:from+1], order[to:from])
	}
	order[to] = file
}
