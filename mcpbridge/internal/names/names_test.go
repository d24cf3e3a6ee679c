package names_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge/internal/names"
)

// owner is a claimant whose names become known when known is closed.
type owner struct {
	id    string
	known chan struct{}
	names []string
}

func (o *owner) offered() iter.Seq[string] { return slices.Values(o.names) }

func newTable(settled chan struct{}, owners ...*owner) *names.Table[*owner] {
	return names.New(names.Config[*owner]{
		Owners:  owners,
		Known:   func(o *owner) <-chan struct{} { return o.known },
		Offered: (*owner).offered,
		Settled: settled,
	})
}

func newOwner(id string, offered ...string) *owner {
	return &owner{id: id, known: make(chan struct{}), names: offered}
}

func id(o *owner) string {
	if o == nil {
		return "none"
	}
	return o.id
}

func TestFirstOwnerInOrderGetsAName(t *testing.T) {
	a, b := newOwner("a", "x"), newOwner("b", "x", "y")
	table := newTable(make(chan struct{}), a, b)
	close(b.known)
	if table.Claim() {
		t.Error("Claim() = true while the names of the first owner are unknown, want false")
	}
	close(a.known)
	if !table.Claim() {
		t.Error("Claim = false with free names, want true")
	}
	if table.Claim() {
		t.Error("second Claim = true without a free name, want false")
	}
	for name, want := range map[string]string{"x": "a", "y": "b", "z": "none"} {
		if got := id(table.Owner(name)); got != want {
			t.Errorf("Owner(%q) = %s, want %s", name, got, want)
		}
	}
}

func TestBoundNameKeepsItsOwner(t *testing.T) {
	a, b := newOwner("a", "x"), newOwner("b", "x")
	table := newTable(make(chan struct{}), a, b)
	close(a.known)
	close(b.known)
	if got := id(table.Bind("x", b)); got != "b" {
		t.Errorf("Bind of a free name = %s, want b", got)
	}
	table.Claim()
	if got := id(table.Bind("x", a)); got != "b" {
		t.Errorf("Bind of a bound name = %s, want b", got)
	}
	b.names = nil // no longer offered
	table.Claim()
	if got := id(table.Owner("x")); got != "b" {
		t.Errorf("Owner after the name left the list = %s, want b", got)
	}
}

func TestSettledOwnersNoLongerReserveNames(t *testing.T) {
	slow, fast := newOwner("slow", "x"), newOwner("fast", "x")
	settled := make(chan struct{})
	table := newTable(settled, slow, fast)
	close(fast.known)
	close(settled)
	if !table.Claim() {
		t.Error("Claim = false after Settled, want true")
	}
	if got := id(table.Owner("x")); got != "fast" {
		t.Errorf("Owner = %s, want fast", got)
	}
}

func TestFindWaitsForOwnersThatMayClaimTheName(t *testing.T) {
	a, b, c := newOwner("a"), newOwner("b", "x"), newOwner("c", "x")
	table := newTable(make(chan struct{}), a, b, c)
	var waited []string
	got := table.Find("x", func(o *owner, known <-chan struct{}) bool {
		waited = append(waited, o.id)
		close(o.known)
		<-known
		return true
	})
	if id(got) != "b" {
		t.Errorf("Find = %s, want b", id(got))
	}
	if want := []string{"a", "b"}; !slices.Equal(waited, want) {
		t.Errorf("waited for %q, want %q", waited, want)
	}
}

func TestFindGivesUp(t *testing.T) {
	a, b := newOwner("a", "x"), newOwner("b", "x")
	table := newTable(make(chan struct{}), a, b)
	calls := 0
	got := table.Find("x", func(*owner, <-chan struct{}) bool { calls++; return false })
	if got != nil || calls != 1 {
		t.Errorf("Find = %s after %d waits, want none after 1", id(got), calls)
	}
}

func TestFindOfAnUnknownName(t *testing.T) {
	a := newOwner("a", "x")
	table := newTable(make(chan struct{}), a)
	close(a.known)
	got := table.Find("y", func(*owner, <-chan struct{}) bool {
		t.Error("Find waited although all names are known, want it to return at once")
		return false
	})
	if got != nil {
		t.Errorf("Find = %s, want none", id(got))
	}
}

func TestForgetDropsNamesBeyondTheLimit(t *testing.T) {
	a := newOwner("a", "x", "y", "z")
	table := newTable(make(chan struct{}), a)
	close(a.known)
	table.Claim()
	keepX := func(name string, _ *owner) bool { return name == "x" }
	table.Forget(3, keepX)
	if table.Owner("y") == nil {
		t.Error("Forget dropped a name at its limit, want it kept")
	}
	table.Forget(2, keepX)
	for name, want := range map[string]string{"x": "a", "y": "none", "z": "none"} {
		if got := id(table.Owner(name)); got != want {
			t.Errorf("Owner(%q) = %s, want %s", name, got, want)
		}
	}
}

func TestShadowsListOtherOwnersInOrder(t *testing.T) {
	a, b, c := newOwner("a", "y", "x"), newOwner("b", "x"), newOwner("c", "x", "y", "w")
	table := newTable(make(chan struct{}), a, b, c)
	for _, o := range []*owner{a, b, c} {
		close(o.known)
	}
	table.Claim()
	var got []string
	for _, s := range table.Shadows() {
		line := s.Name + " " + s.Owner.id
		for _, o := range s.Others {
			line += " " + o.id
		}
		got = append(got, line)
	}
	if want := []string{"x a b c", "y a c"}; !slices.Equal(got, want) {
		t.Errorf("Shadows = %q, want %q", got, want)
	}
}
