package project

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/typescript/workspace"
)

// link sets the links to those of a layout that no folder on the disk replaces: what an
// installation has made has precedence.
func (f *FileSystem) link(l *workspace.Layout) {
	f.links, f.linked, f.replaced, f.packages = map[string]string{}, map[string]bool{}, l.Manifests, l.Packages
	for at, to := range l.Links {
		link := Absolute(f.root, at)
		if f.IsFolder(link) {
			continue
		}
		f.links[link] = path.Join(f.root, to)
		for dir := path.Dir(link); ; dir = path.Dir(dir) {
			f.linked[dir] = true
			if path.Base(dir) == "node_modules" {
				break
			}
		}
	}
}

// maxLinks bounds the number of links that a path can go through.
const maxLinks = 40

// Target implements [tsgo.FileSystem].
func (f *FileSystem) Target(abs string) string {
	const folder = "/node_modules/"
	for from, followed := 0, 0; followed < maxLinks; {
		i := strings.Index(abs[from:], folder)
		if i < 0 {
			break
		}
		from += i + len(folder) - 1
		name := workspace.PackageName(abs[from+1:])
		link := abs[:from+1] + name
		to, ok := f.links[link]
		if !ok && f.packages[name] {
			to, ok = f.installed(link)
		}
		if ok {
			abs, from = to+abs[len(link):], 0
			followed++
		}
	}
	return abs
}

// installed returns the folder of the project to which an installation has linked a package.
// Its files are then those that the project knows.
func (f *FileSystem) installed(link string) (to string, ok bool) {
	if known, seen := f.onDisk.Load(link); seen {
		to, _ = known.(string)
		return to, to != ""
	}
	if _, inside := f.Relative(link); inside && f.IsFolder(link) {
		root := strings.TrimSuffix(f.RealPath(f.root), "/") // the project can be below a link
		rel, inside := strings.CutPrefix(f.RealPath(link), root+"/")
		if inside && !strings.Contains("/"+rel+"/", "/node_modules/") {
			to = Absolute(f.root, rel)
		}
	}
	f.onDisk.Store(link, to)
	return to, to != ""
}

// HasLinks implements [tsgo.FileSystem].
func (f *FileSystem) HasLinks(dir string) bool { return f.linked[strings.TrimSuffix(dir, "/")] }
