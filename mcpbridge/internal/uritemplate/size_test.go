package uritemplate_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge/internal/uritemplate"
)

// The memory of a template is linear in its text, not in its text times its
// number of variables: a server may offer a thousand templates.
func TestMemoryOfATemplate(t *testing.T) {
	const mostBytes = 4 << 20
	for _, form := range []string{"%s", "%s*"} {
		var names []string
		for i := range 60 {
			names = append(names, fmt.Sprintf(form, fmt.Sprintf("%02d%s", i, strings.Repeat("long", 15))))
		}
		for _, operator := range []string{"", "+", "#", ".", "/", ";", "?", "&"} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := uritemplate.Parse("a:{" + operator + strings.Join(names, ",") + "}"); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > mostBytes {
				t.Errorf("Parse of {%s%s,...} takes %d bytes, want at most %d", operator, names[0], took, mostBytes)
			}
		}
	}
}
