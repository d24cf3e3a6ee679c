package layout

import (
	"path"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// cached returns the folder of a package in the module cache, trying the longest module path
// first.
func (l *Layout) cached(imported string, versions map[string]string) (string, bool) {
	if l.cache == "" {
		return "", false
	}
	name, rest := imported, ""
	for ; name != "." && name != "/"; name, rest = path.Dir(name), path.Join(path.Base(name), rest) {
		version, ok := versions[name]
		if !ok {
			continue
		}
		if dir := l.cacheDir(name, version); dir != "" {
			if found := path.Join(dir, rest); l.IsDir(found) {
				return found, true
			}
		}
	}
	return "", false
}

// cacheDir returns the folder of a module in the cache, or "" for a malformed path.
func (l *Layout) cacheDir(name, version string) string {
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

// requirements returns the versions that a go.mod file requires.
func requirements(f *modfile.File) map[string]string {
	versions := make(map[string]string, len(f.Require))
	for _, r := range f.Require {
		raiseVersion(versions, r.Mod.Path, r.Mod.Version)
	}
	return versions
}

func raiseVersion(versions map[string]string, name, version string) bool {
	if old, ok := versions[name]; ok && semver.Compare(old, version) >= 0 {
		return false
	}
	versions[name] = version
	return true
}

// transitiveVersions adds the requirements of the required modules: before Go 1.17, go.mod did
// not list them.
func (l *Layout) transitiveVersions() map[string]string {
	l.once.Do(func() {
		l.versions = map[string]string{}
		var queue []module.Version
		add := func(versions map[string]string) {
			for name, version := range versions {
				if raiseVersion(l.versions, name, version) {
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
			text, ok := l.Read(path.Join(dir, "go.mod"))
			if !ok {
				text, ok = l.Read(l.downloaded(next))
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

// downloaded returns the path of the go.mod file of a module that the go command did not
// unpack.
func (l *Layout) downloaded(m module.Version) string {
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
