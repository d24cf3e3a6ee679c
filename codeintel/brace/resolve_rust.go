package brace

import (
	"path"
	"regexp"
	"strings"
)

// rustRules finds modules.
type rustRules struct {
	*analyzer
	crates map[string]string // folders of the sources of the project's packages, by crate name
}

// packageName is the name that a Cargo.toml gives its package.
var packageName = regexp.MustCompile(`(?m)^\[package\][^\[]*?^\s*name\s*=\s*"([^"]+)"`)

func newRustResolver(a *analyzer) resolver {
	r := rustRules{a, map[string]string{}}
	for config := range a.configs {
		text, ok := a.read(config)
		if !ok {
			continue
		}
		if m := packageName.FindStringSubmatch(text); m != nil {
			dir, _ := split(config)
			r.crates[strings.ReplaceAll(m[1], "-", "_")] = path.Join(dir, "src")
		}
	}
	return r
}

// resolve implements [resolver].
func (r rustRules) resolve(from string, u *use) lead {
	if u.inner {
		return r.module(from, u)
	}
	parts := strings.Split(u.path, "::")
	if u.path == "" {
		parts = nil
	}
	if u.name != "*" {
		parts = append(parts, u.name)
	}
	if len(parts) > 0 && parts[0] == "" {
		parts = parts[1:] // ::crate
	}
	if len(parts) == 0 {
		return lead{}
	}
	base, rest, ok := r.base(from, u, parts)
	if !ok {
		external := parts[0]
		if len(parts) > 1 {
			external += "#" + strings.Join(parts[1:], "::")
		}
		return lead{external: external}
	}
	return r.walk(base, rest)
}

// module finds the file of mod x;
func (r rustRules) module(from string, u *use) lead {
	dir, _ := split(from)
	if u.custom != "" {
		if file := path.Join(dir, u.custom); r.sources[file] {
			return lead{file: file}
		}
		return lead{}
	}
	within := path.Join(u.scope...)
	for _, folder := range []string{r.folder(from), dir} {
		if file := r.fileOf(path.Join(folder, within, u.path)); file != "" {
			return lead{file: file}
		}
	}
	return lead{}
}

// fileOf returns the file of the module whose submodules lie in a folder.
func (r rustRules) fileOf(folder string) string {
	for _, file := range []string{folder + ".rs", folder + "/mod.rs"} {
		if r.sources[file] {
			return file
		}
	}
	return ""
}

// rootOf returns the file of the crate whose sources lie in a folder.
func (r rustRules) rootOf(folder string) string {
	for _, name := range []string{"lib.rs", "main.rs"} {
		if file := path.Join(folder, name); r.sources[file] {
			return file
		}
	}
	return ""
}

// folder returns where the submodules of a file's module lie.
func (r rustRules) folder(file string) string {
	dir, name := split(file)
	switch name {
	case "mod.rs", "lib.rs", "main.rs", "build.rs":
		return dir
	}
	return path.Join(dir, strings.TrimSuffix(name, ".rs"))
}

// base returns the folder where a path begins, and what is left of it.
func (r rustRules) base(from string, u *use, parts []string) (folder string, rest []string, ok bool) {
	own := path.Join(append([]string{r.folder(from)}, u.scope...)...)
	switch parts[0] {
	case "crate":
		return r.crate(from), parts[1:], true
	case "self":
		return own, parts[1:], true
	case "super":
		for len(parts) > 0 && parts[0] == "super" {
			own, _ = split(own)
			parts = parts[1:]
		}
		return own, parts, true
	}
	if r.fileOf(path.Join(own, parts[0])) != "" {
		return own, parts, true
	}
	if src, known := r.crates[parts[0]]; known {
		return src, parts[1:], true
	}
	if f := r.files[from]; f != nil {
		if _, here := f.top[strings.Join(append(append([]string(nil), u.scope...), parts[0]), ".")]; here {
			return own, parts, true // an item of the same module
		}
	}
	return "", nil, false
}

// crate returns the folder of the crate a file belongs to: the nearest with a root.
func (r rustRules) crate(from string) string {
	dir, _ := split(from)
	for folder := dir; ; folder, _ = split(folder) {
		if r.rootOf(folder) != "" {
			return folder
		}
		if folder == "" {
			return dir
		}
	}
}

// walk follows a path from folder to folder as far as files go. What is left is
// what the last file declares.
func (r rustRules) walk(folder string, parts []string) lead {
	file := r.fileOf(folder)
	if root := r.rootOf(folder); root != "" {
		file = root
	}
	for len(parts) > 0 {
		next := r.fileOf(path.Join(folder, parts[0]))
		if next == "" {
			break
		}
		folder, file, parts = path.Join(folder, parts[0]), next, parts[1:]
	}
	if file == "" {
		return lead{}
	}
	if len(parts) == 0 {
		return lead{file: file}
	}
	name := strings.Join(parts, ".")
	if f := r.files[file]; f != nil {
		if _, ok := f.top[name]; ok {
			return lead{file: file, name: name}
		}
		if _, ok := f.top[name+"!"]; ok {
			return lead{file: file, name: name + "!"}
		}
	}
	return lead{maybe: []string{file}} // re-exported there, or made by a macro
}
