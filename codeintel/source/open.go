package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The bounds of the files that the engine reads, in bytes.
const (
	// MaxFileBytes bounds a source file, and a declaration file of a dependency. Hand-written
	// sources are far smaller; larger files are bundles that cost more than they contribute.
	MaxFileBytes = 10 << 20
	// MaxConfigBytes bounds a configuration file (package.json, tsconfig.json, go.mod and others),
	// an ignore file, and a JSON file that a source imports. Parsed, they need up to twenty times
	// their size.
	MaxConfigBytes = 4 << 20
	// MaxDataBytes bounds a coverage report, which is read as a stream. Packages that keep most of
	// a file in memory have a smaller bound.
	MaxDataBytes = 256 << 20
)

// The errors of [Roots.Open], besides those of the file system.
var (
	ErrNotRegular = errors.New("not a regular file") // a folder, pipe, socket or device
	ErrTooLarge   = errors.New("file too large")
	ErrOutside    = errors.New("outside the allowed folders")
)

// bounded is an open file with a limit of the bytes to read.
type bounded struct {
	file *os.File
	left int64 // bytes that may still be read
}

// Open opens a regular file of at most limit bytes for reading, and follows links. It and
// [Roots.ReadFile] are the only ways in which the engine reads files. They never wait: opening
// a pipe or a terminal does not block, and is an error. After the file is open, they check that
// it is regular and below a root, so that replacing the file in between has no effect. Reading
// more than limit bytes is [ErrTooLarge], even if the file grows or reports another size.
func (r Roots) Open(path string, limit int64) (io.ReadCloser, error) {
	h, _, err := r.open(path, limit)
	if err != nil {
		return nil, err
	}
	return &bounded{file: h.file(path), left: limit}, nil
}

// OpenAt is [Roots.Open] for random access. The stamp is that of the open file. The caller bounds
// its reads by the size in the stamp.
func (r Roots) OpenAt(path string, limit int64) (*os.File, Stamp, error) {
	h, look, err := r.open(path, limit)
	if err != nil {
		return nil, Stamp{}, err
	}
	return h.file(path), look.stamp, nil
}

// ReadFile returns the contents of a regular file of at most limit bytes, see [Roots.Open].
func (r Roots) ReadFile(path string, limit int64) ([]byte, error) {
	h, look, err := r.open(path, limit)
	if err != nil {
		return nil, err
	}
	defer h.close()
	// Some files, as in /proc, report size 0. One extra byte detects the end of the file.
	data := make([]byte, 0, min(max(look.stamp.Size, minRead), limit)+1)
	for {
		n, err := h.read(data[len(data):cap(data)])
		if n <= 0 && (err == nil || errors.Is(err, io.EOF)) {
			return data, nil
		}
		if err != nil {
			return nil, &fs.PathError{Op: "read", Path: path, Err: err}
		}
		if data = data[:len(data)+n]; int64(len(data)) > limit {
			return nil, tooLarge(path, limit)
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

// minRead is the minimal size of the buffer.
const minRead = 511

// open opens a file and checks it.
func (r Roots) open(path string, limit int64) (handle, statResult, error) {
	// The same check follows after opening. This one avoids the side effects that opening a
	// device can have.
	if look := stat(path); look.exists && !look.regular {
		return noHandle, look, &fs.PathError{Op: "open", Path: path, Err: ErrNotRegular}
	}
	h, err := openHandle(path)
	if err != nil {
		return noHandle, statResult{}, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	if r.Limited() {
		if h, err = r.inside(h, path); err != nil {
			return noHandle, statResult{}, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
	look := h.stat()
	switch {
	case !look.regular:
		err = &fs.PathError{Op: "open", Path: path, Err: ErrNotRegular}
	case look.stamp.Size > limit:
		err = tooLarge(path, limit)
	default:
		return h, look, nil
	}
	h.close()
	return noHandle, look, err
}

// inside returns the handle of a file if it is below a root, and otherwise closes the handle.
func (r Roots) inside(h handle, path string) (handle, error) {
	if real, ok := h.path(); ok {
		if r.contains(real) {
			return h, nil
		}
		h.close()
		return noHandle, ErrOutside
	}
	return r.again(h, path)
}

// again does the same as inside, on systems that do not report the path of an open file. An
// [os.Root] opens the file again by its real path, and does not leave the root if a folder is
// replaced by a link.
func (r Roots) again(h handle, path string) (handle, error) {
	h.close()
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return noHandle, err
	}
	for _, dir := range r.dirs {
		if Within(dir, real) {
			return openBelow(dir, real)
		}
	}
	return noHandle, ErrOutside
}

// openBelow opens a file by its real path below a folder.
func openBelow(dir, real string) (handle, error) {
	rel, err := filepath.Rel(dir, real)
	if err != nil {
		return noHandle, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return noHandle, err
	}
	defer func() { _ = root.Close() }() // nothing was written
	file, err := root.OpenFile(rel, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return noHandle, err
	}
	return handleOf(file)
}

func tooLarge(path string, limit int64) error {
	return fmt.Errorf("read %s: %w: more than %d bytes", path, ErrTooLarge, limit)
}

// Read implements [io.Reader].
func (f *bounded) Read(p []byte) (int, error) {
	if int64(len(p)) > f.left+1 {
		p = p[:f.left+1] // one extra byte to detect the end of the file
	}
	n, err := f.file.Read(p)
	if f.left -= int64(n); f.left < 0 {
		f.left = 0
		return 0, ErrTooLarge
	}
	return n, err
}

// Close closes the file.
func (f *bounded) Close() error { return f.file.Close() }
