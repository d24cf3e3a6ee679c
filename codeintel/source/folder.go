package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"time"

	"github.com/coderef-system/coderefd/codeintel/parallel"
)

// The number of items that a worker takes at a time. An lstat takes one or two microseconds,
// which is too short to schedule separately; reading a folder takes about twenty.
const (
	statBatch = 64
	listBatch = 4
)

// folder is the listing of one folder.
type folder struct {
	rel, abs   string
	stamp      Stamp
	fresh      bool // see Stamp.Fresh
	unreadable bool
	ignores    [2]ignoreFile // by index in ignoreNames
	above      []ruleSet     // rules of the folders above
	rules      []ruleSet     // above and the rules of the folder itself

	files   []*File
	folders []*folder
	links   []string  // relative to the root
	refused []LeftOut // wanted paths and ignore files that cannot be read safely
}

// ignoreFile is a possible ignore file of a folder.
type ignoreFile struct {
	listed bool // the folder contains it; valid while the stamp of the folder is unchanged
	stamp  Stamp
	fresh  bool // see Stamp.Fresh
	text   string
}

// ignoreNames are the names of ignore files. The rules of later files take precedence.
func ignoreNames() [2]string { return [...]string{".gitignore", ".coderefignore"} }

// lister updates the listings of a tree.
type lister struct {
	tree  *Tree
	ctx   context.Context
	taken time.Time // time of the update
}

// folders reads all listings that may have changed.
func (l *lister) folders() error {
	t := l.tree
	if t.top == nil {
		t.top = &folder{abs: t.root}
		return l.list(task{t.top, nil, true})
	}
	const each = 1 + len(folder{}.ignores) // stats per folder
	seen := make([]statResult, each*len(t.folders))
	err := parallel.For(l.ctx, len(t.folders), statBatch, func(i int) {
		f := t.folders[i]
		looks := seen[each*i:]
		looks[0] = stat(f.abs)
		for i, name := range ignoreNames() {
			if f.ignores[i].listed {
				looks[1+i] = stat(f.abs + string(os.PathSeparator) + name)
			}
		}
	})
	if err != nil {
		return err
	}
	done := map[*folder]bool{} // removed, or already listed again with a folder above
	for i, f := range t.folders {
		looks := seen[each*i : each*i+each]
		if done[f] || f.current(looks) {
			continue
		}
		before := f.folders
		if err := l.list(task{f, f.above, false}); err != nil {
			return err
		}
		for _, sub := range before {
			if !slices.Contains(f.folders, sub) {
				sub.each(func(below *folder) { done[below] = true })
			}
		}
	}
	return nil
}

// current reports whether reading the folder again would give the same listing.
func (f *folder) current(looks []statResult) bool {
	if f.unreadable || f.fresh || looks[0].stamp != f.stamp {
		return false
	}
	for i := range f.ignores {
		if f.ignores[i].fresh || looks[i+1].stamp != f.ignores[i].stamp {
			return false
		}
	}
	return true
}

// each visits a folder and all folders below it.
func (f *folder) each(visit func(*folder)) {
	visit(f)
	for _, sub := range f.folders {
		sub.each(visit)
	}
}

// task is a folder to read.
type task struct {
	folder *folder
	above  []ruleSet
	relist bool // the rules above changed: read all folders below again, not only new ones
}

// list reads folders and the new folders below them, one level at a time, each level on all
// processors. An unreadable root is an error.
func (l *lister) list(level ...task) error {
	for len(level) > 0 {
		l.tree.changed = true
		found := make([]listing, len(level))
		err := parallel.For(l.ctx, len(level), listBatch, func(i int) { found[i] = l.read(level[i]) })
		if err != nil {
			return err
		}
		level = level[:0:0]
		for i := range found {
			if found[i].err != nil {
				return found[i].err
			}
			l.tree.listed = l.tree.listed || found[i].differs
			level = append(level, found[i].below...)
		}
	}
	return nil
}

// listing is the result of reading a folder.
type listing struct {
	below   []task // subfolders to read
	differs bool   // the contents or the rules changed
	err     error
}

// read reads one folder. It may be called concurrently for several folders.
func (l *lister) read(t task) (found listing) {
	f := t.folder
	before := contentsOf(f)
	f.files, f.folders, f.links, f.refused = nil, nil, nil, nil
	entries, look, err := readFolder(f.abs)
	f.stamp, f.fresh = look.stamp, look.stamp.Fresh(l.taken)
	f.unreadable = err != nil && !errors.Is(err, fs.ErrNotExist) // a missing folder was removed in the meantime
	if err != nil {
		if f.rel == "" {
			found.err = fmt.Errorf("walk: %w", err)
		}
		found.differs = true
		return found
	}
	relist := t.relist
	if l.readIgnoreFiles(f, entries) || relist {
		relist = true
		f.above, f.rules = t.above, t.above
		for i := range f.ignores {
			if set := parseRules(f.rel, f.ignores[i].text); len(set.rules) > 0 {
				f.rules = append(slices.Clip(f.rules), set)
			}
		}
	}
	for _, e := range entries {
		if sub := l.entry(f, before, e, relist); sub != nil {
			found.below = append(found.below, task{sub, f.rules, true})
		}
	}
	if found.differs = relist; !relist {
		after := contentsOf(f)
		found.differs = !maps.Equal(before.files, after.files) || !maps.Equal(before.folders, after.folders)
	}
	return found
}

// contents contains the files and folders in a folder, by path.
type contents struct {
	files   map[string]*File
	folders map[string]*folder
}

func contentsOf(f *folder) contents {
	var c contents
	if len(f.files)+len(f.folders) == 0 {
		return c
	}
	c = contents{make(map[string]*File, len(f.files)), make(map[string]*folder, len(f.folders))}
	for _, file := range f.files {
		c.files[file.Path] = file
	}
	for _, sub := range f.folders {
		c.folders[sub.rel] = sub
	}
	return c
}

// readIgnoreFiles reads the ignore files that the folder lists and reports whether
// their contents changed. Like git, it does not follow links.
func (l *lister) readIgnoreFiles(f *folder, entries []entry) (changed bool) {
	for i, name := range ignoreNames() {
		var now ignoreFile
		at := slices.IndexFunc(entries, func(e entry) bool { return e.name == name })
		if at >= 0 && entries[at].kind == fileEntry {
			file := f.abs + string(os.PathSeparator) + name
			look := stat(file)
			now.listed, now.stamp, now.fresh = true, look.stamp, look.exists && look.stamp.Fresh(l.taken)
			data, err := l.tree.roots.ReadFile(file, MaxConfigBytes)
			if err != nil && !errors.Is(err, fs.ErrNotExist) { // an unreadable file has no rules
				f.refused = append(f.refused, LeftOut{Path: path.Join(f.rel, name), Reason: ReasonOf(err)})
			}
			now.text = string(data)
		} else if at >= 0 && entries[at].kind == otherEntry {
			f.refused = append(f.refused, LeftOut{Path: path.Join(f.rel, name), Reason: ReasonNotRegular})
		}
		changed = changed || now.text != f.ignores[i].text
		f.ignores[i] = now
	}
	return changed
}

// entry adds one entry to the listing of a folder. If the entry is a folder that must be read,
// it returns that folder, else nil. before contains the previous contents of f.
func (l *lister) entry(f *folder, before contents, e entry, relist bool) *folder {
	if e.kind == folderEntry && skippedFolder(e.name) {
		return nil
	}
	abs := f.abs + string(os.PathSeparator) + e.name
	path := e.name
	switch {
	case f.rel == "":
	case os.PathSeparator == '/':
		path = abs[len(l.tree.root)+1:]
	default:
		path = f.rel + "/" + e.name
	}
	switch {
	case e.kind == folderEntry:
		if ignored(f.rules, path, true) {
			return nil
		}
		if sub := before.folders[path]; sub != nil && !relist {
			f.folders = append(f.folders, sub)
			return nil
		}
		sub := &folder{rel: path, abs: abs}
		f.folders = append(f.folders, sub)
		return sub
	case e.kind == linkEntry:
		f.links = append(f.links, path)
	case e.kind == otherEntry:
		if l.tree.want(path) && !ignored(f.rules, path, false) {
			f.refused = append(f.refused, LeftOut{Path: path, Reason: ReasonNotRegular})
		}
	case l.tree.want(path) && !ignored(f.rules, path, false):
		file := before.files[path]
		if file == nil {
			file = &File{Path: path, abs: abs}
		}
		f.files = append(f.files, file)
	}
	return nil
}
