package coverage

import (
	"path"
	"path/filepath"
	"strings"
)

// placer maps the file names in reports to the project's files. Reports use absolute paths of
// the machine that ran the tests, paths relative to some folder, or import paths.
type placer struct {
	root   string
	known  map[string]bool
	byName map[string][]string // files by the last part of their paths
}

func newPlacer(root string, files []string) *placer {
	p := &placer{root: filepath.ToSlash(root), known: map[string]bool{}, byName: map[string][]string{}}
	for _, f := range files {
		p.known[f] = true
		p.byName[path.Base(f)] = append(p.byName[path.Base(f)], f)
	}
	return p
}

// place returns the project file for a name in a report; folder is that of the report. It
// returns false if no file or more than one matches.
func (p *placer) place(folder, name string) (string, bool) {
	name = path.Clean(strings.ReplaceAll(strings.TrimPrefix(name, "file://"), `\`, "/"))
	if rel, ok := strings.CutPrefix(name, strings.TrimSuffix(p.root, "/")+"/"); ok && p.known[rel] {
		return rel, true
	}
	for _, rel := range []string{path.Join(folder, name), path.Join(path.Dir(folder), name), name} {
		if p.known[rel] {
			return rel, true
		}
	}
	return p.bySuffix(name)
}

// bySuffix returns the file with the longest common path suffix with a name. One of the two
// paths must be a suffix of the other: src/a.ts does not match lib/a.ts.
func (p *placer) bySuffix(name string) (string, bool) {
	best, most, several := "", 0, false
	for _, f := range p.byName[path.Base(name)] {
		shared := sharedParts(f, name)
		if shared < min(parts(f), parts(name)) {
			continue
		}
		switch {
		case shared > most:
			best, most, several = f, shared, false
		case shared == most:
			several = true
		}
	}
	return best, best != "" && !several
}

func parts(p string) int { return strings.Count(strings.Trim(p, "/"), "/") + 1 }

func sharedParts(a, b string) (n int) {
	as, bs := strings.Split(strings.Trim(a, "/"), "/"), strings.Split(strings.Trim(b, "/"), "/")
	for n < min(len(as), len(bs)) && as[len(as)-1-n] == bs[len(bs)-1-n] {
		n++
	}
	return n
}
