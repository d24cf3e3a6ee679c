package settings

import (
	"path"
	"strings"
)

// File contains the settings of one file.
type File struct {
	Roots    []string          // folders that contain packages and modules
	Packages map[string]string // by the name of a top-level package, its folder
	// Requires are the distributions that the project depends on, as in [Normalize].
	Requires []string
	IsBuild  bool // the file describes a distribution that its folder contains
}

// reader collects the settings of one file.
type reader struct {
	File
	dir string // folder of the file
}

// root adds a root folder. A name with a wildcard or an absolute path adds none.
func (r *reader) root(name string) {
	if dir, ok := r.folder(name); ok {
		r.Roots = append(r.Roots, dir)
	}
}

func (r *reader) rootsIn(names []string) {
	for _, name := range names {
		r.root(name)
	}
}

// pack records the folder of a top-level package; the name "" stands for the folder of all
// packages.
func (r *reader) pack(name, folder string) {
	dir, ok := r.folder(folder)
	switch {
	case !ok || strings.ContainsAny(name, "./"):
	case name == "":
		r.Roots = append(r.Roots, dir)
	default:
		if r.Packages == nil {
			r.Packages = map[string]string{}
		}
		r.Packages[name] = dir
	}
}

// folder returns a folder relative to the root of the project.
func (r *reader) folder(name string) (string, bool) {
	name = strings.TrimSpace(name)
	if path.IsAbs(name) || strings.ContainsAny(name, "*$%{") {
		return "", false
	}
	dir := path.Join(r.dir, name)
	return dir, dir != ".." && !strings.HasPrefix(dir, "../")
}

// require adds the distribution that a requirement names: "name[extra]>=1; marker".
func (r *reader) require(text string) {
	if name := requirement(text); name != "" {
		r.Requires = append(r.Requires, Normalize(name))
	}
}

func (r *reader) requireAll(list []string) {
	for _, text := range list {
		r.require(text)
	}
}

// requirement returns the name at the start of a requirement, or "".
func requirement(text string) string {
	text = strings.TrimSpace(text)
	end := strings.IndexFunc(text, func(c rune) bool {
		return c != '-' && c != '_' && c != '.' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	})
	if end < 0 {
		end = len(text)
	}
	if end == 0 || text[0] == '-' || text[0] == '.' || end < len(text) && strings.IndexByte("/:+", text[end]) >= 0 {
		return "" // an option, a comment, a path or a URL
	}
	return text[:end]
}

// Normalize returns the usual name of the module of a distribution, in lower case:
// "python-dateutil" and "dateutil" are the same.
func Normalize(distribution string) string {
	name := strings.NewReplacer("-", "_", ".", "_").Replace(strings.ToLower(distribution))
	for _, affix := range []string{"python_", "py_"} {
		name = strings.TrimPrefix(name, affix)
	}
	for _, affix := range []string{"_python", "_binary"} {
		name = strings.TrimSuffix(name, affix)
	}
	return name
}
