package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/problem"
)

// MaxBytes is the maximum size of a file. It is large because some MCP clients keep their servers in one file
// with much other data, such as histories.
const MaxBytes = 16 << 20

// Ref is a file, or a folder of files, and the origin of its path.
type Ref struct {
	Path string
	// Field is the setting, flag or variable that names the file; empty if none does.
	Field string
	// At is the place of Field; its line is 0 if Field is a flag or a variable.
	At problem.Position
}

// Read returns the content of a file of at most [MaxBytes] bytes.
func Read(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", err)
	case len(data) > MaxBytes:
		return nil, &fs.PathError{Op: "read", Path: file, Err: fmt.Errorf("larger than %d bytes", MaxBytes)}
	}
	return data, nil
}

// Unreadable adds an error of [Read] to p. The position of the problem is that of Field if another file names
// this file, otherwise this file itself.
func (r Ref) Unreadable(p *problem.List, err error) {
	message := err.Error()
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		message = "cannot be read: " + cause.Err.Error()
		if errors.Is(err, fs.ErrNotExist) {
			message = cause.Err.Error()
		}
	}
	switch {
	case r.At.Line > 0: // another file names it
		p.Add(r.At, r.Field, "%s: %s", r.Path, message)
	case r.Field != "" && !strings.HasPrefix(r.Field, "--"): // a variable, which the command line does not show
		p.Add(problem.Position{File: r.Path}, "", "%s (named by %s)", message, r.Field)
	default:
		p.Add(problem.Position{File: r.Path}, "", "%s", message)
	}
}

// Exists reports whether a path exists.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// InFolder resolves a path relative to a folder.
func InFolder(folder, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}
