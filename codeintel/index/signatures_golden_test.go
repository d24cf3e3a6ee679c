package index

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// signatures lists all elements with their parents and signatures.
func signatures(t *testing.T, p *Project) string {
	t.Helper()
	found, err := p.Scan(t.Context(), ScanOptions{Extensions: allExtensions()})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range found.Elements {
		fmt.Fprintf(&b, "%s %d", e.ID, e.Line)
		if e.Parent != "" {
			fmt.Fprintf(&b, " in %s", e.Parent)
		}
		if e.Signature != nil {
			text, err := json.Marshal(e.Signature)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, " %s", text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
