package repository

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/repository/objects"
)

var errMalformed = errors.New("malformed object")

// commit is the part of a commit object that this package uses.
type commit struct {
	tree    objects.ID
	parents []objects.ID
}

// parseCommit parses the header of a commit object.
func parseCommit(data []byte) (commit, error) {
	var c commit
	header, _, _ := strings.Cut(string(data), "\n\n")
	for line := range strings.Lines(header) {
		key, value, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
		if key != "tree" && key != "parent" {
			break // the tree is first, then the parents
		}
		id, ok := objects.ParseID(value)
		if !ok {
			return c, fmt.Errorf("%w: bad %s of a commit", errMalformed, key)
		}
		if key == "tree" {
			c.tree = id
		} else {
			c.parents = append(c.parents, id)
		}
	}
	if c.tree.IsZero() {
		return c, fmt.Errorf("%w: a commit without tree", errMalformed)
	}
	return c, nil
}

// parseTag returns the object that a tag object refers to.
func parseTag(data []byte) (objects.ID, error) {
	line, _, _ := strings.Cut(string(data), "\n")
	if id, ok := objects.ParseID(strings.TrimPrefix(line, "object ")); ok {
		return id, nil
	}
	return objects.ID{}, fmt.Errorf("%w: a tag without object", errMalformed)
}

// Mode is the kind of a file in a tree or an index.
type Mode uint32

// The modes that git writes. Old versions also wrote other permissions of regular files.
const (
	ModeFile       Mode = 0o100644
	ModeExecutable Mode = 0o100755
	ModeLink       Mode = 0o120000
	ModeSubmodule  Mode = 0o160000
	ModeFolder     Mode = 0o040000
)

// kind returns the mode without permissions.
func (m Mode) kind() Mode { return m &^ 0o7777 }

// canonical returns one of the constants.
func (m Mode) canonical() Mode {
	switch {
	case m.kind() != ModeFile.kind():
		return m.kind()
	case m&0o100 != 0:
		return ModeExecutable
	}
	return ModeFile
}

// treeEntry is an entry of a tree object.
type treeEntry struct {
	name string
	mode Mode
	id   objects.ID
}

// parseTree returns the entries of a tree object, in its order: by name, where the name of a
// folder ends with a slash. A name that no work tree can have is an error.
func parseTree(data []byte) ([]treeEntry, error) {
	var entries []treeEntry
	for len(data) > 0 {
		space := bytes.IndexByte(data, ' ')
		end := bytes.IndexByte(data, 0)
		if space <= 0 || end < space+2 || len(data) < end+1+objects.IDSize {
			return nil, fmt.Errorf("%w: a bad entry of a tree", errMalformed)
		}
		mode, err := strconv.ParseUint(string(data[:space]), 8, 32)
		name := string(data[space+1 : end])
		if err != nil || !validName(name) {
			return nil, fmt.Errorf("%w: a bad entry of a tree", errMalformed)
		}
		id := objects.ID(data[end+1 : end+1+objects.IDSize])
		entries = append(entries, treeEntry{name, Mode(mode).canonical(), id})
		data = data[end+1+objects.IDSize:]
	}
	return entries, nil
}

// validName reports whether a name may be that of an entry of a tree.
func validName(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.EqualFold(name, ".git") && !strings.Contains(name, "/")
}
