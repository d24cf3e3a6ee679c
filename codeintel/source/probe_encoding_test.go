package source

import (
	"os"
	"path/filepath"
	"testing"
)

// TestProbeEncoding checks that a decoded probe equals the encoded one and holds if that
// does.
func TestProbeEncoding(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "é"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip("no symbolic links here")
	}
	for _, path := range []string{file, link, dir, filepath.Join(dir, "nowhere")} {
		for _, aspect := range []Aspect{AspectKind, AspectContent, AspectReal} {
			p := NewProbe(path, aspect)
			data, err := p.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			var got Probe
			if err := got.UnmarshalBinary(data); err != nil || got != p {
				t.Errorf("%v: got %+v, want %+v", err, got, p)
			}
			// The path and what it leads to end the data, in any length.
			for i := range len(data) - len(path) - len(p.real) {
				if err := got.UnmarshalBinary(data[:i]); err == nil {
					t.Errorf("%q is accepted", data[:i])
				}
			}
		}
	}
}
