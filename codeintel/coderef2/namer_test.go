package coderef2_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
)

func TestNamerMakesIDsUnique(t *testing.T) {
	names := coderef2.NewNamer("a.ts", 0)
	var got []string
	for _, line := range []int{1, 1, 1, 1, 2, 2} {
		got = append(got, names.Name("function", "f", line))
	}
	got = append(got, names.Name("class", "f", 2))
	want := []string{
		"@Fn/a.ts#f", "@Fn/a.ts#f:1", "@Fn/a.ts#f:1{n=2}", "@Fn/a.ts#f:1{n=3}", "@Fn/a.ts#f:2", "@Fn/a.ts#f:2{n=2}",
		"@Cl/a.ts#f",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}
