//go:build !linux

package source

import "os"

// handle is an open file.
type handle struct{ open *os.File }

var noHandle handle //nolint:gochecknoglobals // a constant, which a struct cannot be

func openHandle(path string) (handle, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|openFlags, 0)
	return handle{file}, err
}

func handleOf(file *os.File) (handle, error) { return handle{file}, nil }

func (h handle) stat() statResult { return looked(h.open.Stat()) }

// path reports that the path of an open file is unknown.
func (handle) path() (path string, ok bool) { return "", false }

func (h handle) read(p []byte) (int, error) { return h.open.Read(p) }

func (h handle) file(string) *os.File { return h.open }

func (h handle) close() { _ = h.open.Close() } // nothing was written
