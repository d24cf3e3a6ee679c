package repository

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/repository/objects"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Bounds of an index.
const (
	maxIndex       = 256 << 20 // bytes
	minEntry       = 62        // bytes of an entry without its path
	maxPath        = 4096      // bytes
	maxCachedTrees = 1000      // levels
)

var errIndex = errors.New("malformed index")

// index is the decoded index of a work tree: the files that git tracks, as they were when they
// were added.
type index struct {
	entries []indexEntry // of the project folder, by path, then stage
	trees   *cachedTree  // of the root; nil if the index does not contain it
	stamp   source.Stamp // of the file
}

// indexEntry is a tracked file. Times and sizes are those of its last known unmodified state.
type indexEntry struct {
	path  string // relative to the project folder
	id    objects.ID
	mode  Mode
	mtime indexTime
	ctime indexTime
	inode uint32
	size  uint32 // the lower 32 bits; 0 if git wants the content compared

	unmerged     bool
	assumeValid  bool // the user promised that the file does not change
	skipWorktree bool // the file is not checked out
	intentToAdd  bool // only the path was added
}

// indexTime is a time in seconds and nanoseconds. Some programs write no nanoseconds.
type indexTime struct{ seconds, nanos uint32 }

// cachedTree is the tree object that a folder of the index would have.
type cachedTree struct {
	id       objects.ID // zero if it is unknown
	children map[string]*cachedTree
}

// readIndex reads the index of the work tree. A missing index is empty.
func (r *Repository) readIndex() (*index, error) {
	data, stamp, err := r.opener.Read(filepath.Join(r.gitDir, "index"), maxIndex)
	if errors.Is(err, fs.ErrNotExist) {
		return &index{}, nil
	}
	if err != nil {
		return nil, err
	}
	x, err := parseIndex(data, r.prefix)
	if err != nil {
		return nil, fmt.Errorf("read the index of git: %w", err)
	}
	x.stamp = stamp
	return x, nil
}

// parseIndex parses an index of version 2, 3 or 4. It keeps the entries whose paths begin with a
// prefix, and removes it.
func parseIndex(data []byte, prefix string) (*index, error) {
	const header = 12
	if len(data) < header+objects.IDSize || !bytes.HasPrefix(data, []byte("DIRC")) {
		return nil, errIndex
	}
	version, count := binary.BigEndian.Uint32(data[4:]), int(binary.BigEndian.Uint32(data[8:]))
	if version < 2 || version > 4 {
		return nil, fmt.Errorf("%w: index version %d", ErrUnsupported, version)
	}
	p := indexParser{rest: data[header : len(data)-objects.IDSize], version: version}
	if count > len(p.rest)/minEntry {
		return nil, errIndex
	}
	x := &index{}
	for range count {
		e, err := p.entry()
		if err != nil {
			return nil, err
		}
		if path, ok := strings.CutPrefix(e.path, prefix); ok {
			e.path = path
			x.entries = append(x.entries, e)
		}
	}
	return x, p.extensions(x)
}

type indexParser struct {
	rest    []byte
	version uint32
	path    string // of the previous entry
}

// entry parses the next entry.
func (p *indexParser) entry() (e indexEntry, err error) {
	const (
		extended     = 0x4000
		assumeValid  = 0x8000
		stage        = 0x3000
		skipWorktree = 0x4000
		intentToAdd  = 0x2000
	)
	if len(p.rest) < minEntry {
		return e, errIndex
	}
	word := func(i int) uint32 { return binary.BigEndian.Uint32(p.rest[4*i:]) }
	e = indexEntry{
		ctime: indexTime{word(0), word(1)}, mtime: indexTime{word(2), word(3)}, inode: word(5),
		mode: Mode(word(6)).canonical(), size: word(9), id: objects.ID(p.rest[40 : 40+objects.IDSize]),
	}
	flags := binary.BigEndian.Uint16(p.rest[60:])
	e.assumeValid, e.unmerged = flags&assumeValid != 0, flags&stage != 0
	length := minEntry
	if flags&extended != 0 {
		if p.version < 3 || len(p.rest) < length+2 {
			return e, errIndex
		}
		more := binary.BigEndian.Uint16(p.rest[length:])
		e.skipWorktree, e.intentToAdd = more&skipWorktree != 0, more&intentToAdd != 0
		length += 2
	}
	keep := 0
	if p.version == 4 {
		removed, n, ok := backwards(p.rest[length:])
		if !ok || removed > len(p.path) {
			return e, errIndex
		}
		keep = len(p.path) - removed
		length += n
	}
	end := bytes.IndexByte(p.rest[length:], 0)
	if end < 0 || keep+end > maxPath || keep+end == 0 {
		return e, errIndex
	}
	e.path = p.path[:keep] + string(p.rest[length:length+end])
	if !validPath(e.path) {
		return e, errIndex
	}
	if length += end + 1; p.version < 4 { // padded with zeros to a multiple of 8
		if length = (length + 7) &^ 7; length > len(p.rest) {
			return e, errIndex
		}
	}
	p.path, p.rest = e.path, p.rest[length:]
	return e, nil
}

// backwards reads a number in the encoding that packs use for the distance to the base of a
// delta.
func backwards(data []byte) (value, length int, ok bool) {
	for i, b := range data {
		if i > 4 {
			break
		}
		if i > 0 {
			value = (value + 1) << 7
		}
		value |= int(b & 0x7f)
		if b&0x80 == 0 {
			return value, i + 1, true
		}
	}
	return 0, 0, false
}

// validPath reports whether a path stays in the work tree and out of the data of git. The path
// of a sparse folder ends with a slash.
func validPath(path string) bool {
	for part := range strings.SplitSeq(strings.TrimSuffix(path, "/"), "/") {
		if !validName(part) {
			return false
		}
	}
	return true
}

// extensions parses what follows the entries. The first letter of an optional extension is a
// capital.
func (p *indexParser) extensions(x *index) error {
	for len(p.rest) >= 8 {
		name, size := string(p.rest[:4]), int64(binary.BigEndian.Uint32(p.rest[4:]))
		p.rest = p.rest[8:]
		if size > int64(len(p.rest)) {
			return errIndex
		}
		data := p.rest[:size]
		p.rest = p.rest[size:]
		switch {
		case name == "TREE":
			var ok bool
			if _, x.trees, _, ok = parseCachedTree(data, 0); !ok {
				return fmt.Errorf("%w: bad tree cache", errIndex)
			}
		case name == "sdir": // a sparse index, whose folders are entries
		case name == "link":
			return fmt.Errorf("%w: a split index", ErrUnsupported)
		case name[0] < 'A' || name[0] > 'Z':
			return fmt.Errorf("%w: index extension %q", ErrUnsupported, name)
		}
	}
	if len(p.rest) > 0 {
		return errIndex
	}
	return nil
}

// parseCachedTree parses a folder of the tree cache and the folders below it: its name, a zero
// byte, the number of entries, a space, the number of subfolders, a line end, and the name of
// the tree unless the number of entries is negative.
func parseCachedTree(data []byte, depth int) (name string, tree *cachedTree, rest []byte, ok bool) {
	head, data, ok1 := bytes.Cut(data, []byte{0})
	counts, data, ok2 := bytes.Cut(data, []byte("\n"))
	var entries, below int
	if n, err := fmt.Sscanf(string(counts), "%d %d", &entries, &below); !ok1 || !ok2 || n != 2 || err != nil {
		return "", nil, nil, false
	}
	tree = &cachedTree{}
	if entries >= 0 {
		if len(data) < objects.IDSize {
			return "", nil, nil, false
		}
		tree.id, data = objects.ID(data[:objects.IDSize]), data[objects.IDSize:]
	}
	if depth > maxCachedTrees || below < 0 || below > len(data) {
		return "", nil, nil, false
	}
	for range below {
		var child *cachedTree
		var childName string
		if childName, child, data, ok = parseCachedTree(data, depth+1); !ok {
			return "", nil, nil, false
		}
		if tree.children == nil {
			tree.children = map[string]*cachedTree{}
		}
		tree.children[childName] = child
	}
	return string(head), tree, data, true
}
