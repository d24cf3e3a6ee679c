package projects

import (
	"fmt"
	"slices"
	"testing"
)

// TestKnownProjectsAreBounded checks that the least recently used project is forgotten.
func TestKnownProjectsAreBounded(t *testing.T) {
	var public []string
	p := &Projects{
		added:   func(root string) { public = append(public, root) },
		removed: func(root string) { public = slices.DeleteFunc(public, func(r string) bool { return r == root }) },
	}
	for i := range maxKnown {
		p.use(fmt.Sprintf("/p%d", i))
	}
	p.use("/p0")
	p.use("/more")
	if len(p.recent) != maxKnown || p.recent[0] != "/more" || p.recent[1] != "/p0" || slices.Contains(p.recent, "/p1") {
		t.Errorf("got known projects %v, want /more, /p0 and no /p1", p.recent)
	}
	if len(public) != maxKnown || slices.Contains(public, "/p1") || !slices.Contains(public, "/p0") {
		t.Errorf("got observed projects %v, want /p0 and no /p1", public)
	}
}
