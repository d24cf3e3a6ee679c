package infer

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSolverResultIsIndependentOfStart solves systems of random recursive equations, starting
// at each equation.
func TestSolverResultIsIndependentOfStart(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		const n = 9
		var refers [n][]int
		for i := range refers {
			for range random.IntN(3) {
				refers[i] = append(refers[i], random.IntN(n))
			}
		}
		var want [n]map[string]bool
		for start := range n {
			s := newSolver()
			var eval func(i int) []Value
			eval = func(i int) []Value {
				return s.solve(equation{i, ""}, func() []Value {
					out := []Value{{Name: string(rune('a' + i))}}
					for _, j := range refers[i] {
						out = join(out, eval(j)...)
					}
					return out
				})
			}
			eval(start)
			for i := range n {
				got := map[string]bool{}
				for _, v := range eval(i) {
					got[v.Name] = true
				}
				if want[i] == nil {
					want[i] = got
				} else if diff := cmp.Diff(want[i], got); diff != "" {
					t.Fatalf("%v: equation %d, start %d (-want, start 0 +got):\n%s", refers, i, start, diff)
				}
			}
			if len(s.pending)+len(s.stack)+len(s.order) > 0 {
				t.Fatalf("after the solution: got %d pending, %d stacked and %d ordered entries, want none",
					len(s.pending), len(s.stack), len(s.order))
			}
		}
	}
}
