package source

import (
	"os"
	"path/filepath"
	"testing"
)

// TestProbeEncodingRoundTrips checks that a decoded probe equals the encoded one, and that
// truncated data is an error.
func TestProbeEncodingRoundTrips(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "é"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skipf("this system does not support symbolic links: %v", err)
	}
	for _, path := range []string{file, link, dir, filepath.Join(dir, "nowhere")} {
		for _, aspect := range []Aspect{AspectKind, AspectContent, AspectReal} {
			p := NewProbe(path, aspect)
			if path == link {
				p.Refuse(ReasonOutside)
			}
			data, err := p.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			var got Probe
			if err := got.UnmarshalBinary(data); err != nil || got != p {
				t.Errorf("got %+v, error %v; want %+v", got, err, p)
			}
			// Truncation within the real path, at the end of the data, cannot be detected.
			for i := range len(data) - len(path) - len(p.real) {
				if err := got.UnmarshalBinary(data[:i]); err == nil {
					t.Errorf("UnmarshalBinary(%q): got no error, want one", data[:i])
				}
			}
		}
	}
}
