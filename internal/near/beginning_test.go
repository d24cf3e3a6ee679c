package near_test

import (
	"slices"
	"testing"

	"github.com/coderef-system/coderefd/internal/near"
)

func TestBeginnings(t *testing.T) {
	known := []string{
		"coderef://elements",
		"coderef://element",
		"coderef://relations",
		"coderef://source",
		"coderef://summary",
		"",
	}
	for text, want := range map[string][]string{
		"coderef://sumary/tmp":    {"coderef://summary"},
		"coderef://summry":        {"coderef://summary"},
		"coderef://elemnt/a":      {"coderef://element"},
		"coderef://Relations/x/y": {"coderef://relations"},
		"file:///etc/passwd":      nil,
		"":                        nil,
	} {
		if got := near.Beginnings(text, known); !slices.Equal(got, want) {
			t.Errorf("Beginnings(%q) = %q, want %q", text, got, want)
		}
	}
}
