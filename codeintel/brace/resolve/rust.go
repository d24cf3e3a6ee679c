package resolve

import (
	"path"
	"regexp"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// rustResolver finds modules.
type rustResolver struct {
	*Project
	crates map[string]string // the source folders of the project's packages, by crate name
}

// packageName matches the name of the package in a Cargo.toml.
var packageName = regexp.MustCompile(`(?m)^\[package\][^\[]*?^\s*name\s*=\s*"([^"]+)"`)

// Rust are the [Rules] of Rust. They read every Cargo.toml.
func Rust(p *Project) Resolver {
	r := rustResolver{p, map[string]string{}}
	for _, config := range p.configs {
		text, ok := p.read(config)
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

// Resolve implements [Resolver].
func (r rustResolver) Resolve(from string, u *syntax.Use) Target {
	if u.Inner {
		return r.module(from, u)
	}
	parts := strings.Split(u.Path, "::")
	if u.Path == "" {
		parts = nil
	}
	if u.Name != "*" {
		parts = append(parts, u.Name)
	}
	if len(parts) > 0 && parts[0] == "" {
		parts = parts[1:] // ::crate
	}
	if len(parts) == 0 {
		return Target{}
	}
	base, rest, ok := r.base(from, u, parts)
	if !ok {
		external := parts[0]
		if len(parts) > 1 {
			external += "#" + strings.Join(parts[1:], "::")
		}
		return Target{external: external}
	}
	return r.walk(base, rest)
}

// module returns the file to which a declaration `mod x;` refers.
func (r rustResolver) module(from string, u *syntax.Use) Target {
	dir, _ := split(from)
	if u.Custom != "" {
		if file := path.Join(dir, u.Custom); r.sources[file] {
			return Target{file: file}
		}
		return Target{}
	}
	scope := path.Join(u.Scope...)
	for _, folder := range []string{r.submodules(from), dir} {
		if file := r.moduleFile(path.Join(folder, scope, u.Path)); file != "" {
			return Target{file: file}
		}
	}
	return Target{}
}

// moduleFile returns the file of the module whose submodules are in a folder, or "".
func (r rustResolver) moduleFile(folder string) string {
	for _, file := range []string{folder + ".rs", folder + "/mod.rs"} {
		if r.sources[file] {
			return file
		}
	}
	return ""
}

// rootFile returns the root of the crate whose sources are in a folder, or "".
func (r rustResolver) rootFile(folder string) string {
	for _, name := range []string{"lib.rs", "main.rs"} {
		if file := path.Join(folder, name); r.sources[file] {
			return file
		}
	}
	return ""
}

// submodules returns the folder of the submodules of a file.
func (r rustResolver) submodules(file string) string {
	dir, name := split(file)
	switch name {
	case "mod.rs", "lib.rs", "main.rs", "build.rs":
		return dir
	}
	return path.Join(dir, strings.TrimSuffix(name, ".rs"))
}

// base returns the folder at which a path begins, and the parts of the path below it. ok
// reports whether the path refers to the project.
func (r rustResolver) base(from string, u *syntax.Use, parts []string) (folder string, rest []string, ok bool) {
	own := path.Join(append([]string{r.submodules(from)}, u.Scope...)...)
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
	if r.moduleFile(path.Join(own, parts[0])) != "" {
		return own, parts, true
	}
	if src, known := r.crates[parts[0]]; known {
		return src, parts[1:], true
	}
	if r.declares(from, strings.Join(append(append([]string(nil), u.Scope...), parts[0]), ".")) {
		return own, parts, true // an item of the same module
	}
	return "", nil, false
}

// crate returns the source folder of the crate of a file: the nearest enclosing folder that
// contains the root of a crate or, if there is none, the folder of the file.
func (r rustResolver) crate(from string) string {
	dir, _ := split(from)
	for folder := dir; ; folder, _ = split(folder) {
		if r.rootFile(folder) != "" {
			return folder
		}
		if folder == "" {
			return dir
		}
	}
}

// walk follows the parts of a path through the files of modules, as far as they name modules.
// The rest of the path is a declaration in the last file.
func (r rustResolver) walk(folder string, parts []string) Target {
	file := r.moduleFile(folder)
	if root := r.rootFile(folder); root != "" {
		file = root
	}
	for len(parts) > 0 {
		next := r.moduleFile(path.Join(folder, parts[0]))
		if next == "" {
			break
		}
		folder, file, parts = path.Join(folder, parts[0]), next, parts[1:]
	}
	if file == "" {
		return Target{}
	}
	if len(parts) == 0 {
		return Target{file: file}
	}
	name := strings.Join(parts, ".")
	for _, declared := range []string{name, name + "!"} {
		if r.declares(file, declared) {
			return Target{file: file, name: declared}
		}
	}
	return Target{candidates: []string{file}} // re-exported there, or declared by a macro
}
