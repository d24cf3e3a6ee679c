package repository

import (
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/repository/objects"
)

const entryV2 = "" + // one file "a/b" of mode 100644
	"\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x05\x00\x00\x00\x06\x00\x00\x81\xa4" +
	"\x00\x00\x00\x07\x00\x00\x00\x08\x00\x00\x00\x09" + "01234567890123456789" + "\x00\x03"

// FuzzIndex checks that the paths of a parsed index stay in the work tree.
func FuzzIndex(f *testing.F) {
	tree := "TREE\x00\x00\x00\x1a\x001 0\n01234567890123456789"
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x01"+entryV2+"a/b\x00\x00\x00\x00\x00\x00\x00"+tree+"01234567890123456789"), "a/")
	f.Add([]byte("DIRC\x00\x00\x00\x04\x00\x00\x00\x01"+entryV2+"\x00a/b\x00"+"01234567890123456789"), "")
	f.Add([]byte("DIRC\x00\x00\x00\x03\xff\xff\xff\xff"+entryV2+"../b\x00\x00\x00\x00\x00\x00\x00"+"01234567890123456789"), "")
	f.Fuzz(func(t *testing.T, data []byte, prefix string) {
		x, err := parseIndex(data, prefix)
		if err != nil {
			return
		}
		for _, e := range x.entries {
			for part := range strings.SplitSeq(prefix+e.path, "/") {
				if part == ".." || part == ".git" {
					t.Errorf("got path %q, want none with a part %q", prefix+e.path, part)
				}
			}
		}
	})
}

// FuzzTree checks the names of parsed trees, and that commits and tags do not break the parsers.
func FuzzTree(f *testing.F) {
	f.Add([]byte("100644 a\x0001234567890123456789" + "40000 ..\x0001234567890123456789"))
	f.Add([]byte("tree " + strings.Repeat("a", 40) + "\nparent " + strings.Repeat("b", 40) + "\n\nmessage"))
	f.Add([]byte("object " + strings.Repeat("a", 40) + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := parseTree(data)
		for _, e := range entries {
			if err == nil && (e.name == ".." || e.name == "" || strings.Contains(e.name, "/")) {
				t.Errorf("got name %q in a tree", e.name)
			}
		}
		if c, err := parseCommit(data); err == nil && c.tree.IsZero() {
			t.Errorf("got a commit without tree from %q", data)
		}
		if id, err := parseTag(data); err == nil && !strings.HasPrefix(strings.ToLower(string(data)), "object "+id.String()) {
			t.Errorf("got object %s from %q", id, data)
		}
	})
}

// FuzzReferences checks that a found packed reference is in the text, and that the names of valid
// references stay in their folder.
func FuzzReferences(f *testing.F) {
	id := strings.Repeat("a", 2*objects.IDSize)
	f.Add([]byte("# pack-refs with: peeled\n"+id+" refs/heads/main\n^"+id+"\n"), "refs/heads/main")
	f.Add([]byte(id+" refs/heads/main"), "main")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		if found, err := findPacked(data, name); err == nil && !strings.Contains(strings.ToLower(string(data)), found.String()+" "+strings.ToLower(name)) {
			t.Errorf("got %s for %q from %q", found, name, data)
		}
		if validRef(name) && (strings.Contains(name, "..") || strings.HasPrefix(name, "/")) {
			t.Errorf("%q: got a valid name of a reference", name)
		}
	})
}

// FuzzConfig checks that every variable has a section and a name on one line.
func FuzzConfig(f *testing.F) {
	f.Add("[core]\n\tbare = true ; comment\n[remote \"origin\"]\nurl = x\n[core] worktree = \"a b\\\\c\" \n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range parseConfig(text) {
			if section, _, ok := strings.Cut(s.key, "."); !ok || section == "" || strings.Contains(s.key, "\n") {
				t.Errorf("got key %q", s.key)
			}
		}
	})
}
