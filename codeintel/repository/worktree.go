package repository

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // git's object names
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/coderef-system/coderefd/codeintel/repository/objects"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// maxHashed bounds the files whose contents one comparison reads, in bytes.
const maxHashed = 1 << 30

var errTooMuch = errors.New("the tracked files that may be modified are too large to compare")

// current is the present state of a tracked path. It is zero if the path does not exist.
type current struct {
	mode Mode
	id   objects.ID // that git would give the content
}

// workTree compares tracked files with the work tree. It is safe for concurrent use.
type workTree struct {
	repository *Repository
	index      *index
	convert    bool // text files may have other line ends than in the repository
	lfs        bool // the repository may have pointers of Git LFS in place of files
	submodule  func(ctx context.Context, e *indexEntry, path string) (current, error)

	folders *sync.Map    // path of a folder of the project → whether neither it nor a folder above it is a link
	hashed  atomic.Int64 // bytes
	mu      sync.Mutex   // held while submodule works
}

func (r *Repository) newWorkTree(
	x *index, submodule func(ctx context.Context, e *indexEntry, path string) (current, error),
) *workTree {
	w := &workTree{repository: r, index: x, convert: r.settings.convert, submodule: submodule}
	w.readAttributes()
	w.begin()
	return w
}

// begin starts a new comparison: it forgets the folders, and the files that were read do not
// count any more.
func (w *workTree) begin() {
	w.folders = &sync.Map{}
	w.hashed.Store(0)
}

// readAttributes sets the conversions that the attributes of the root may require. It does not
// match their patterns: a conversion matters only if its result has the name in the index.
func (w *workTree) readAttributes() {
	const maxAttributes = 1 << 20
	data, _, err := w.repository.opener.Read(filepath.Join(w.repository.top, ".gitattributes"), maxAttributes)
	if err != nil {
		return // most repositories have none
	}
	w.lfs = bytes.Contains(data, []byte("lfs"))
	for _, word := range []string{"text", "eol", "crlf"} {
		w.convert = w.convert || bytes.Contains(data, []byte(word))
	}
}

// absolute returns the path of a file of the project.
func (r *Repository) absolute(path string) string {
	return r.project + string(filepath.Separator) + filepath.FromSlash(path)
}

// modified reports whether a tracked path with the given state differs from its entry. As for git
// status, a file of another size is modified even if only its line ends differ.
func (w *workTree) modified(ctx context.Context, e *indexEntry, s stat) (bool, error) {
	if s.regular() && e.size != 0 && e.size != uint32(s.size) {
		return true, nil
	}
	now, err := w.examine(ctx, e, s)
	return now != current{e.mode, e.id}, err
}

// current returns the state of a tracked path. It reads the content only if the entry does not
// prove that it is unmodified.
func (w *workTree) current(ctx context.Context, e *indexEntry) (current, error) {
	if e.skipWorktree || e.assumeValid {
		return current{e.mode, e.id}, nil
	}
	s, err := w.stat(e)
	if err != nil {
		return current{}, err
	}
	return w.examine(ctx, e, s)
}

// stat returns the state of a tracked path. A path below a linked folder counts as missing.
func (w *workTree) stat(e *indexEntry) (stat, error) {
	if !w.inFolder(e.path) {
		return stat{}, nil
	}
	return lstat(w.repository.absolute(e.path))
}

// inFolder reports whether no folder above a path is a link. Git tracks no files behind links.
func (w *workTree) inFolder(path string) bool {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return true
	}
	dir := path[:i]
	if is, known := w.folders.Load(dir); known {
		return is.(bool)
	}
	s, err := lstat(w.repository.absolute(dir))
	is := (err != nil || s.mode == ModeFolder) && w.inFolder(dir) // an error occurs again for the file
	w.folders.Store(dir, is)
	return is
}

// examine returns the state of a path whose stat is known.
func (w *workTree) examine(ctx context.Context, e *indexEntry, s stat) (current, error) {
	path := w.repository.absolute(e.path)
	if s.regular() && e.mode.kind() == ModeFile.kind() && !w.repository.settings.fileMode {
		s.mode = e.mode
	}
	switch {
	case !s.exists:
		return current{}, nil
	case s.mode == ModeFolder && e.mode == ModeSubmodule:
		return w.submodule(ctx, e, path)
	case s.mode == ModeFolder:
		return current{}, nil // the file was replaced
	case s.mode == e.mode && !e.unmerged && !e.intentToAdd && e.unmodified(s, w.index.stamp.MTime):
		return current{e.mode, e.id}, nil
	case s.mode == ModeLink:
		target, err := os.Readlink(path)
		if err != nil {
			return current{}, err
		}
		return current{ModeLink, objects.IDOf(objects.Blob, []byte(filepath.ToSlash(target)))}, nil
	case s.mode == 0:
		return current{}, fmt.Errorf("%s: %w", path, errSpecial)
	}
	id, err := w.hash(e, path)
	return current{s.mode, id}, err
}

var errSpecial = errors.New("not a regular file")

// hash returns the name that the content of a file would have in the repository. If the entry
// has the name of the content with other line ends, or of a pointer of Git LFS to the content,
// it returns that.
func (w *workTree) hash(e *indexEntry, path string) (objects.ID, error) {
	sum := sha1.New() //nolint:gosec // git's object names
	size, err := w.sum(sum, path, func(size int64) []byte { return objects.Header(objects.Blob, size) })
	if err != nil {
		return objects.ID{}, err
	}
	id := objects.ID(sum.Sum(nil))
	if id != e.id && w.lfs {
		sum := sha256.New()
		if size, err = w.sum(sum, path, nil); err != nil {
			return objects.ID{}, err
		}
		pointer := fmt.Sprintf("version https://git-lfs.github.com/spec/v1\noid sha256:%x\nsize %d\n", sum.Sum(nil), size)
		if objects.IDOf(objects.Blob, []byte(pointer)) == e.id {
			return e.id, nil
		}
	}
	if id != e.id && w.convert && size <= source.MaxFileBytes {
		data, _, err := w.repository.opener.Read(path, source.MaxFileBytes)
		if err != nil {
			return objects.ID{}, err
		}
		unix := bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
		if bytes.IndexByte(data, 0) < 0 && objects.IDOf(objects.Blob, unix) == e.id {
			return e.id, nil
		}
	}
	return id, nil
}

// sum writes a header, which may be nil, and the content of a file to a hash.
func (w *workTree) sum(to hash.Hash, path string, header func(size int64) []byte) (size int64, err error) {
	f, err := w.repository.opener.Open(path, maxHashed)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if w.hashed.Add(f.Size) > maxHashed {
		return 0, errTooMuch
	}
	if header != nil {
		to.Write(header(f.Size))
	}
	n, err := io.Copy(to, f)
	if err == nil && n != f.Size {
		err = fmt.Errorf("%s changes while it is read", path)
	}
	return n, err
}

// content returns the content of a file of the work tree, or the target of a link.
func (r *Repository) content(path string, mode Mode) ([]byte, error) {
	switch mode {
	case ModeSubmodule:
		return nil, nil
	case ModeLink:
		target, err := os.Readlink(r.absolute(path))
		return []byte(filepath.ToSlash(target)), err
	default:
		data, _, err := r.opener.Read(r.absolute(path), source.MaxFileBytes)
		return data, err
	}
}
