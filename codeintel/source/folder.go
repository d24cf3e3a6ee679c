package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"
)

// folder is the listing of one folder.
type folder struct {
	rel, abs   string
	stamp      Stamp
	fresh      bool
	unreadable bool
	ignores    [2]ignoreFile
	above      []ruleSet // rules of the folders above
	rules      []ruleSet // with its own

	files   []*File
	folders []*folder
	links   []string // relative to the root
}

// ignoreFile is an ignore file of a folder, whether it is there or not.
type ignoreFile struct {
	stamp Stamp
	fresh bool
	text  string
}

// ignoreNames are the names of ignore files; what stands in the later ones wins.
func ignoreNames() [2]string { return [...]string{".gitignore", ".coderefignore"} }

// lister brings the listings of a tree up to date.
type lister struct {
	tree  *Tree
	ctx   context.Context
	taken time.Time
}

// folders reads all listings that may have changed.
func (l *lister) folders() error {
	t := l.tree
	if t.top == nil {
		t.top = &folder{abs: t.root}
		return l.list(t.top, nil, true)
	}
	const each = 1 + len(folder{}.ignores) // looks per folder
	seen := make([]lookedAt, each*len(t.folders))
	err := inParallel(l.ctx, len(seen), func(i int) {
		f := t.folders[i/each]
		path := f.abs
		if i%each > 0 {
			path = f.abs + string(os.PathSeparator) + ignoreNames()[i%each-1]
		}
		seen[i] = stat(path)
	})
	if err != nil {
		return err
	}
	gone := map[*folder]bool{} // listed anew with a folder above
	for i, f := range t.folders {
		looks := seen[each*i : each*i+each]
		if gone[f] || f.current(looks) {
			continue
		}
		before := f.folders
		if err := l.list(f, f.above, false); err != nil {
			return err
		}
		for _, sub := range before {
			if !slices.Contains(f.folders, sub) {
				sub.each(func(below *folder) { gone[below] = true })
			}
		}
	}
	return nil
}

// current reports that the listing is what reading it again would give.
func (f *folder) current(looks []lookedAt) bool {
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

func (f *folder) each(visit func(*folder)) {
	visit(f)
	for _, sub := range f.folders {
		sub.each(visit)
	}
}

// list reads one folder and those below it that are new; all below it, if its
// rules are other ones. An unreadable root is an error.
func (l *lister) list(f *folder, above []ruleSet, anew bool) error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	l.tree.changed = true
	look := stat(f.abs)
	f.stamp, f.fresh = look.stamp, look.stamp.Fresh(l.taken)
	before := contentsOf(f)
	f.files, f.folders, f.links = nil, nil, nil
	entries, err := os.ReadDir(f.abs)
	f.unreadable = err != nil && !errors.Is(err, fs.ErrNotExist) // else it vanished meanwhile
	if err != nil {
		if f.rel == "" {
			return fmt.Errorf("walk: %w", err)
		}
		l.tree.listed = true
		return nil
	}
	if l.readIgnoreFiles(f) || anew {
		anew = true
		f.above, f.rules = above, above
		for i := range f.ignores {
			if set := parseRules(f.rel, f.ignores[i].text); len(set.rules) > 0 {
				f.rules = append(slices.Clip(f.rules), set)
			}
		}
	}
	for _, entry := range entries {
		if err := l.entry(f, before, entry, anew); err != nil {
			return err
		}
	}
	after := contentsOf(f)
	l.tree.listed = l.tree.listed || anew || !maps.Equal(before.files, after.files) || !maps.Equal(before.folders, after.folders)
	return nil
}

// contents is what a folder holds, by path.
type contents struct {
	files   map[string]*File
	folders map[string]*folder
}

func contentsOf(f *folder) contents {
	c := contents{make(map[string]*File, len(f.files)), make(map[string]*folder, len(f.folders))}
	for _, file := range f.files {
		c.files[file.Path] = file
	}
	for _, sub := range f.folders {
		c.folders[sub.rel] = sub
	}
	return c
}

// readIgnoreFiles reports whether they hold something else than before.
func (l *lister) readIgnoreFiles(f *folder) (changed bool) {
	for i, name := range ignoreNames() {
		path := f.abs + string(os.PathSeparator) + name
		look := stat(path)
		text := ""
		if look.exists {
			data, _ := ReadRegular(path) // one that cannot be read says nothing
			text = string(data)
		}
		changed = changed || text != f.ignores[i].text
		f.ignores[i] = ignoreFile{stamp: look.stamp, fresh: look.exists && look.stamp.Fresh(l.taken), text: text}
	}
	return changed
}

func (l *lister) entry(f *folder, before contents, entry fs.DirEntry, anew bool) error {
	name := entry.Name()
	path, abs := name, f.abs+string(os.PathSeparator)+name
	if f.rel != "" {
		path = f.rel + "/" + name
	}
	switch {
	case entry.IsDir():
		if skippedFolder(name) || ignored(f.rules, path, true) {
			return nil
		}
		if sub := before.folders[path]; sub != nil && !anew {
			f.folders = append(f.folders, sub)
			return nil
		}
		sub := &folder{rel: path, abs: abs}
		f.folders = append(f.folders, sub)
		return l.list(sub, f.rules, true)
	case entry.Type()&fs.ModeSymlink != 0:
		f.links = append(f.links, path)
	case l.tree.want(path) && !ignored(f.rules, path, false):
		file := before.files[path]
		if file == nil {
			file = &File{Path: path, abs: abs}
		}
		f.files = append(f.files, file)
	}
	return nil
}
