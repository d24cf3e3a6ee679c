package corecli

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"

	"github.com/coderef-system/coderefd/codeintel/source"
)

// ExportRequest is the request of [CLI.Export].
type ExportRequest struct {
	Root, Format, Path string // Path is absolute; its folder exists
	MaxNodes           int    // 0 means all
}

// Exported describes the file that an export wrote.
type Exported struct {
	Size   int      // in bytes
	Digest [32]byte // SHA-256
}

// Export writes the graph of a project to a file. The program writes to a temporary folder
// next to Path; the file replaces Path only if it is complete. Errors of the program are
// [Error], other errors are those of the file system.
func (c *CLI) Export(ctx context.Context, r ExportRequest) (*Exported, error) {
	temp, err := os.MkdirTemp(filepath.Dir(r.Path), ".coderef-export-*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(temp) }() // a failure leaves the temporary folder behind
	file := filepath.Join(temp, filepath.Base(r.Path))
	inv := &invocation{command: "export", dir: r.Root, args: []string{"-f", r.Format, "-o", file, "-s", r.Root}}
	if r.MaxNodes > 0 {
		inv.args = append(inv.args, "-m", strconv.Itoa(r.MaxNodes))
	}
	out, err := c.run(ctx, inv)
	if err != nil {
		return nil, err
	}
	if out.exit != 0 {
		return nil, inv.failed(out)
	}
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil, failure(Failed, runByHand, "the coderef CLI succeeded but wrote no file: %s",
			excerpt(plain(out.stdout), r.Root))
	}
	text, err := source.Roots{}.ReadFile(file, source.MaxDataBytes)
	if err != nil {
		return nil, err
	}
	if (r.Format == "json" || r.Format == "jsonld") && !json.Valid(text) {
		return nil, failure(NotParsed, otherVersion, "the coderef CLI wrote a file that is not valid JSON")
	}
	return &Exported{Size: len(text), Digest: sha256.Sum256(text)}, os.Rename(file, r.Path)
}
