package corecli

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
)

// ExportRequest asks for the graph of a project as a file.
type ExportRequest struct {
	Root, Format, Path string // Path is absolute; its folder exists
	MaxNodes           int    // 0: all
}

// Exported is the file that was written.
type Exported struct {
	Size   int
	Digest [32]byte // SHA-256
}

// Export has the program write its graph to a file beside Path, and puts that in
// its place once it is whole.
func (c *CLI) Export(ctx context.Context, r ExportRequest) (*Exported, error) {
	temp, err := os.MkdirTemp(filepath.Dir(r.Path), ".coderef-export-*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(temp) }() // at worst an empty folder stays
	file := filepath.Join(temp, filepath.Base(r.Path))
	a := &ask{command: "export", dir: r.Root, args: []string{"-f", r.Format, "-o", file, "-s", r.Root}}
	if r.MaxNodes > 0 {
		a.args = append(a.args, "-m", strconv.Itoa(r.MaxNodes))
	}
	out, err := c.run(ctx, a)
	if err != nil {
		return nil, err
	}
	if out.exit != 0 {
		return nil, a.failed(out)
	}
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil, failure(Failed, "", "the coderef CLI ended well and wrote no file: %s", excerpt(plain(out.stdout), r.Root))
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if (r.Format == "json" || r.Format == "jsonld") && !json.Valid(text) {
		return nil, failure(NotParsed, "", "the coderef CLI wrote a file that is no JSON")
	}
	return &Exported{Size: len(text), Digest: sha256.Sum256(text)}, os.Rename(file, r.Path)
}
