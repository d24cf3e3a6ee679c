package mcpserver

import (
	"fmt"
	"slices"
	"testing"
)

// TestProjectsAreBounded: the project asked about longest ago is forgotten.
func TestProjectsAreBounded(t *testing.T) {
	var public []string
	p := &projects{
		publish: func(root string) { public = append(public, root) },
		retract: func(root string) { public = slices.DeleteFunc(public, func(r string) bool { return r == root }) },
	}
	for i := range maxKnownProjects {
		p.asked(fmt.Sprintf("/p%d", i))
	}
	p.asked("/p0")
	p.asked("/more")
	if len(p.recent) != maxKnownProjects || p.recent[0] != "/more" || p.recent[1] != "/p0" || slices.Contains(p.recent, "/p1") {
		t.Errorf("known: %v", p.recent)
	}
	if len(public) != maxKnownProjects || slices.Contains(public, "/p1") || !slices.Contains(public, "/p0") {
		t.Errorf("public: %v", public)
	}
}
