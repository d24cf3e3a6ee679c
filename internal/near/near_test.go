package near_test

import (
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/internal/near"
)

func TestNames(t *testing.T) {
	known := []string{"coderef_scan", "coderef_query", "echo", "limit", "text", "tags", "big", "die"}
	for _, test := range []struct{ name, want string }{
		{"limt", "limit"},
		{"ecoh", "echo"},
		{"scan", "coderef_scan"},
		{"Coderef-Scan", "coderef_scan"},
		{"coderef", "coderef_scan coderef_query"},
		{"nothing", ""},
		{"bag", "big"},
		{"", ""},
		{"echo", ""},
		{strings.Repeat("x", 1000), ""},
	} {
		if got := strings.Join(near.Names(test.name, known), " "); got != test.want {
			t.Errorf("%q: got %q, want %q", test.name, got, test.want)
		}
	}
}
