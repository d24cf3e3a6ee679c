package facts

import (
	"slices"
	"testing"
)

// TestSourcesExcludeTests checks that tests and functions in test modules are not sources.
func TestSourcesExcludeTests(t *testing.T) {
	of := &Inspection{
		Decls: []Decl{
			{Element: Element{Name: "f"}, Parent: -1},
			{Element: Element{Name: "tests"}, Parent: -1, Signature: &Signature{Decorators: []string{"cfg(test)"}}},
			{Element: Element{Name: "tests.helper"}, Parent: 1},
			{Element: Element{Name: "case"}, Parent: -1},
			{Element: Element{Name: "case.inner"}, Parent: 3},
			{Element: Element{Name: "f.inner"}, Parent: 0},
		},
		Bodies: []Body{{Decl: 0}, {Decl: 2}, {Decl: 3}, {Decl: 4}, {Decl: 5}, {Decl: -1}, {Decl: 9}},
		Tests:  []Test{{Decl: 3}, {Decl: -1}},
	}
	var got []string
	for b := range of.Sources() {
		got = append(got, of.Decls[b.Decl].Name)
	}
	if want := []string{"f", "f.inner"}; !slices.Equal(got, want) {
		t.Errorf("got sources %v, want %v", got, want)
	}
}
