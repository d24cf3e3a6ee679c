package golang

import (
	"os"
	"path"
	"path/filepath"
	"runtime"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// goRoot returns the folder of the Go installation, "" if there is none: where
// GOROOT says, else where the go command on PATH lies, else the usual places.
// Nothing is run.
func goRoot() string {
	candidates := []string{os.Getenv("GOROOT")}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		name := "go"
		if runtime.GOOS == "windows" {
			name = "go.exe"
		}
		if real, err := filepath.EvalSymlinks(filepath.Join(dir, name)); err == nil && dir != "" {
			candidates = append(candidates, filepath.Dir(filepath.Dir(real)))
		}
	}
	candidates = append(candidates, "/usr/local/go", "/usr/lib/go", "/usr/lib/golang", "/usr/share/go",
		"/opt/homebrew/opt/go/libexec", "/usr/local/opt/go/libexec", `C:\Program Files\Go`)
	for _, dir := range candidates {
		if dir == "" {
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, "src", "fmt")); err == nil && info.IsDir() {
			return filepath.ToSlash(filepath.Clean(dir))
		}
	}
	return ""
}

// moduleCache returns the folder of the module cache, "" if nobody says where.
func moduleCache() string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return filepath.ToSlash(filepath.Clean(dir))
	}
	if list := filepath.SplitList(os.Getenv("GOPATH")); len(list) > 0 && list[0] != "" {
		return path.Join(filepath.ToSlash(list[0]), "pkg/mod")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return path.Join(filepath.ToSlash(home), "go/pkg/mod")
}

// outside finds the folder of an imported package outside of the project; from
// is the folder of the importing one. It fails for a package that is not there.
func (l *layout) outside(imported, from string) (string, bool) {
	if isStandardPath(imported) && l.goRoot != "" {
		if dir := path.Join(l.goRoot, "src", imported); l.isDir(dir) {
			return dir, true
		}
	}
	if l.goRoot != "" {
		if _, inside := below(l.goRoot, from); inside {
			dir := path.Join(l.goRoot, "src/vendor", imported)
			return dir, l.isDir(dir)
		}
	}
	if dir, ok := l.vendored(imported, from); ok {
		return dir, true
	}
	m := l.moduleOf(from)
	if dir, ok := l.replaced(imported, m); ok {
		return dir, true
	}
	if m != nil {
		if dir, ok := l.cached(imported, requirements(m.file)); ok {
			return dir, true
		}
	}
	if dir, ok := l.cached(imported, l.requires); ok {
		return dir, true
	}
	return l.cached(imported, l.transitive())
}

// vendored looks into the vendor folders at and above the importing package.
func (l *layout) vendored(imported, from string) (string, bool) {
	top := l.root
	if m := l.moduleOf(from); m != nil {
		top = m.dir
	}
	for dir := from; ; dir = path.Dir(dir) {
		if _, inside := below(top, dir); !inside {
			break
		}
		if l.isDir(path.Join(dir, "vendor")) {
			if found := path.Join(dir, "vendor", imported); l.isDir(found) {
				return found, true
			}
		}
		if dir == path.Dir(dir) {
			break
		}
	}
	if l.work != nil { // a workspace has one folder for all its modules
		if found := path.Join(l.workDir, "vendor", imported); l.isDir(found) {
			return found, true
		}
	}
	return "", false
}

// replaced applies the replace directives that name a folder or another module.
func (l *layout) replaced(imported string, m *goModule) (string, bool) {
	try := func(list []*modfile.Replace, base string) (string, bool) {
		for _, r := range list {
			rest, ok := below(r.Old.Path, imported)
			if !ok {
				continue
			}
			dir := ""
			switch {
			case r.New.Version != "":
				dir = l.cacheDir(r.New.Path, r.New.Version)
			case path.IsAbs(filepath.ToSlash(r.New.Path)):
				dir = path.Clean(filepath.ToSlash(r.New.Path))
			default:
				dir = path.Join(base, r.New.Path)
			}
			if found := path.Join(dir, rest); dir != "" && l.isDir(found) {
				return found, true
			}
		}
		return "", false
	}
	if l.work != nil {
		if dir, ok := try(l.work.Replace, l.workDir); ok {
			return dir, true
		}
	}
	if m != nil {
		return try(m.file.Replace, m.dir)
	}
	for _, m := range l.modules { // a dependency: the replacements of whoever depends on it
		if dir, ok := try(m.file.Replace, m.dir); ok {
			return dir, true
		}
	}
	return "", false
}

// cached finds a package in the module cache, by the longest module path first.
func (l *layout) cached(imported string, versions map[string]string) (string, bool) {
	if l.cache == "" {
		return "", false
	}
	for name, rest := imported, ""; name != "." && name != "/"; name, rest = path.Dir(name), path.Join(path.Base(name), rest) {
		version, ok := versions[name]
		if !ok {
			continue
		}
		if dir := l.cacheDir(name, version); dir != "" {
			if found := path.Join(dir, rest); l.isDir(found) {
				return found, true
			}
		}
	}
	return "", false
}

// cacheDir returns the folder of a module in the cache, "" for a malformed name.
func (l *layout) cacheDir(name, version string) string {
	escaped, err := module.EscapePath(name)
	if err != nil {
		return ""
	}
	v, err := module.EscapeVersion(version)
	if err != nil {
		return ""
	}
	return path.Join(l.cache, escaped+"@"+v)
}

// requirements returns the versions a go.mod asks for.
func requirements(f *modfile.File) map[string]string {
	versions := make(map[string]string, len(f.Require))
	for _, r := range f.Require {
		raise(versions, r.Mod.Path, r.Mod.Version)
	}
	return versions
}

// required returns the highest versions that the project's modules ask for.
func (l *layout) required() map[string]string {
	versions := map[string]string{}
	for _, m := range l.modules {
		for name, version := range requirements(m.file) {
			raise(versions, name, version)
		}
	}
	return versions
}

func raise(versions map[string]string, name, version string) bool {
	if old, ok := versions[name]; ok && semver.Compare(old, version) >= 0 {
		return false
	}
	versions[name] = version
	return true
}

// transitive adds what the required modules require themselves: a go.mod written
// for Go before 1.17 does not list it.
func (l *layout) transitive() map[string]string {
	l.once.Do(func() {
		l.versions = map[string]string{}
		var queue []module.Version
		add := func(versions map[string]string) {
			for name, version := range versions {
				if raise(l.versions, name, version) {
					queue = append(queue, module.Version{Path: name, Version: version})
				}
			}
		}
		for add(l.requires); len(queue) > 0; {
			next := queue[0]
			queue = queue[1:]
			dir := l.cacheDir(next.Path, next.Version)
			if dir == "" || l.cache == "" {
				continue
			}
			text, ok := l.read(path.Join(dir, "go.mod"))
			if !ok {
				text, ok = l.read(l.downloaded(next))
			}
			if !ok {
				continue
			}
			if f, err := modfile.ParseLax("go.mod", []byte(text), nil); err == nil {
				add(requirements(f))
			}
		}
	})
	return l.versions
}

// downloaded returns the name of a module's go.mod where the go command keeps
// those of modules it did not need to unpack.
func (l *layout) downloaded(m module.Version) string {
	name, err := module.EscapePath(m.Path)
	if err != nil {
		return ""
	}
	version, err := module.EscapeVersion(m.Version)
	if err != nil {
		return ""
	}
	return path.Join(l.cache, "cache/download", name, "@v", version+".mod")
}
