package repository

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/repository/files"
	"github.com/coderef-system/coderefd/codeintel/repository/objects"
)

// Bounds of references.
const (
	maxPackedRefs = 64 << 20 // bytes
	maxSymbolic   = 5        // references that refer to references, as in git
)

// errNoRef is returned for a reference that does not exist.
var errNoRef = errors.New("no such reference")

// Head is the checked-out commit.
type Head struct {
	Commit objects.ID // zero if the branch has no commit yet
	Branch string     // without refs/heads/; empty if HEAD is detached
}

// Head returns the checked-out commit.
func (r *Repository) Head() (Head, error) {
	name, err := r.symbolic("HEAD")
	if err != nil {
		return Head{}, fmt.Errorf("read HEAD: %w", err)
	}
	var h Head
	if name != "" {
		h.Branch = strings.TrimPrefix(name, "refs/heads/")
	} else {
		name = "HEAD"
	}
	h.Commit, err = r.ref(name)
	if errors.Is(err, errNoRef) && h.Branch != "" {
		return h, nil
	}
	if err != nil {
		return Head{}, fmt.Errorf("read HEAD: %w", err)
	}
	return h, nil
}

// symbolic returns the reference that a reference refers to. It is empty if the reference names
// an object.
func (r *Repository) symbolic(name string) (string, error) {
	path := r.refFile(name)
	if target, err := r.opener.Readlink(path); err == nil && strings.HasPrefix(target, "refs/") && validRef(target) {
		return target, nil // as old versions of git write it
	}
	data, _, err := r.opener.Read(path, maxSmallFile)
	if err != nil {
		return "", err
	}
	target, ok := bytes.CutPrefix(data, []byte("ref:"))
	if !ok {
		return "", nil
	}
	to := string(bytes.TrimSpace(target))
	if !strings.HasPrefix(to, "refs/") || !validRef(to) {
		return "", fmt.Errorf("%s refers to an invalid name", name)
	}
	return to, nil
}

// ref returns the object that a reference with a full name refers to. The error is errNoRef if
// it does not exist.
func (r *Repository) ref(name string) (objects.ID, error) {
	for range maxSymbolic {
		target, err := r.symbolic(name)
		switch {
		case isMissing(err):
			return r.packedRef(name)
		case err != nil:
			return objects.ID{}, err
		case target == "":
			data, _, err := r.opener.Read(r.refFile(name), maxSmallFile)
			if err != nil {
				return objects.ID{}, err
			}
			first, _, _ := strings.Cut(string(data), "\n") // FETCH_HEAD has more lines, and text after the name
			digits, _, _ := strings.Cut(strings.TrimSpace(first), "\t")
			if id, ok := objects.ParseID(digits); ok {
				return id, nil
			}
			return objects.ID{}, fmt.Errorf("reference %s does not name an object", name)
		}
		name = target
	}
	return objects.ID{}, fmt.Errorf("reference %s: too many symbolic references in a row", name)
}

// isMissing reports whether a reference has no file of its own: nothing exists at its
// path, or a folder does, because other references have names below it (a/b for a).
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, files.ErrFolder)
}

// refFile returns the path of a reference. Linked work trees have their own HEAD, bisect,
// worktree and rewritten references, and share the others.
func (r *Repository) refFile(name string) string {
	dir := r.commonDir
	own := []string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"}
	if !strings.HasPrefix(name, "refs/") {
		dir = r.gitDir
	}
	for _, prefix := range own {
		if strings.HasPrefix(name, prefix) {
			dir = r.gitDir
		}
	}
	return filepath.Join(dir, filepath.FromSlash(name))
}

// packedRef finds a reference in the file of packed references.
func (r *Repository) packedRef(name string) (objects.ID, error) {
	data, _, err := r.opener.Read(filepath.Join(r.commonDir, "packed-refs"), maxPackedRefs)
	if errors.Is(err, fs.ErrNotExist) {
		return objects.ID{}, errNoRef
	}
	if err != nil {
		return objects.ID{}, err
	}
	return findPacked(data, name)
}

// findPacked finds a reference in the text of packed references: a line for each, with its
// object, a space and its name.
func findPacked(data []byte, name string) (objects.ID, error) {
	suffix := []byte(" " + name)
	for from := 0; from < len(data); {
		i := bytes.Index(data[from:], suffix)
		if i < 0 {
			break
		}
		at := from + i
		from = at + len(suffix)
		line := data[bytes.LastIndexByte(data[:at], '\n')+1:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
		}
		digits, rest, _ := strings.Cut(strings.TrimRight(string(line), "\r"), " ")
		if id, ok := objects.ParseID(digits); ok && rest == name {
			return id, nil
		}
	}
	return objects.ID{}, errNoRef
}

// validRef reports whether git allows a name of a reference. Such a name has no component "..",
// so its file is inside of the folder of references.
func validRef(name string) bool {
	if name == "" || strings.HasSuffix(name, ".") || strings.Contains(name, "..") || strings.Contains(name, "@{") {
		return false
	}
	for _, c := range []byte(name) {
		if c <= ' ' || c == 0x7f || strings.IndexByte(`~^:?*[\`, c) >= 0 {
			return false
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return true
}
