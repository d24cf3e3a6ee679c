package settings

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// table is a table of a TOML file.
type table map[string]any

// pyproject reads pyproject.toml: the tables of build systems, test runners and type checkers.
func (r *reader) pyproject(text string) error {
	var doc table
	if err := toml.Unmarshal([]byte(text), &doc); err != nil {
		return err
	}
	project, tool := doc.table("project"), doc.table("tool")
	r.IsBuild = len(project) > 0 || len(doc.table("build-system")) > 0 || len(tool.table("poetry")) > 0
	r.requireAll(project.texts("dependencies"))
	r.requireLists(project.table("optional-dependencies"))
	r.requireLists(doc.table("dependency-groups"))
	r.requireAll(doc.table("build-system").texts("requires"))
	r.setuptools(tool.table("setuptools"))
	r.poetry(tool.table("poetry"))
	r.hatch(tool.table("hatch"))
	for _, of := range []table{tool.table("pdm"), tool.table("pdm").table("build")} {
		r.rootsIn(of.texts("package-dir"))
	}
	r.requireLists(tool.table("pdm").table("dev-dependencies"))
	r.requireAll(tool.table("uv").texts("dev-dependencies"))
	r.rootsIn(tool.table("uv").table("build-backend").texts("module-root"))
	r.rootsIn(tool.table("maturin").texts("python-source"))
	r.included(tool.table("scikit-build").table("wheel").texts("packages"))
	for _, of := range []table{tool.table("pytest"), tool.table("pytest").table("ini_options")} {
		r.rootsIn(of.texts("pythonpath"))
		r.rootsIn(of.texts("python_paths"))
	}
	r.rootsIn(tool.table("pyright").texts("extraPaths"))
	for _, list := range tool.table("mypy").texts("mypy_path") {
		r.searchPath(list)
	}
	r.rootsIn(tool.table("ruff").texts("src"))
	return nil
}

// ErrorLine returns the line of a syntax error that [Read] returned, starting at 1.
func ErrorLine(err error) int {
	var at *toml.DecodeError
	if !errors.As(err, &at) {
		return 1
	}
	line, _ := at.Position()
	return line
}

func (r *reader) setuptools(t table) {
	r.rootsIn(t.table("packages").table("find").texts("where"))
	r.packageDirs(t.table("package-dir"))
}

// packageDirs records a table from package names to folders.
func (r *reader) packageDirs(t table) {
	for _, name := range t.names() {
		for _, folder := range t.texts(name) {
			r.pack(name, folder)
		}
	}
}

func (r *reader) poetry(t table) {
	list, _ := t["packages"].([]any)
	for _, item := range list {
		if p, ok := item.(map[string]any); ok {
			r.rootsIn(table(p).texts("from"))
		}
	}
	r.requireNames(t.table("dependencies"))
	r.requireNames(t.table("dev-dependencies"))
	groups := t.table("group")
	for _, name := range groups.names() {
		r.requireNames(groups.table(name).table("dependencies"))
	}
}

func (r *reader) hatch(t table) {
	build := t.table("build")
	r.rootsIn(build.texts("dev-mode-dirs"))
	of := []table{build}
	for _, name := range build.table("targets").names() {
		of = append(of, build.table("targets").table(name))
	}
	for _, t := range of {
		r.included(t.texts("packages"))
		r.rootsIn(t.texts("sources"))
		renamed := t.table("sources")
		for _, folder := range renamed.names() {
			for _, name := range renamed.texts(folder) {
				r.pack(name, folder)
			}
		}
	}
	envs := t.table("envs")
	for _, name := range envs.names() {
		r.requireAll(envs.table(name).texts("dependencies"))
		r.requireAll(envs.table(name).texts("extra-dependencies"))
	}
}

// included adds, for the path of each package, the folder that contains the package.
func (r *reader) included(packages []string) {
	for _, p := range packages {
		r.root(path.Dir(path.Clean(p)))
	}
}

// searchPath adds the folders of a list that is separated by colons, commas or line breaks.
func (r *reader) searchPath(list string) {
	r.rootsIn(strings.FieldsFunc(list, func(c rune) bool { return c == ':' || c == ',' || c == '\n' }))
}

// requireLists adds the requirements in all lists of a table.
func (r *reader) requireLists(t table) {
	for _, name := range t.names() {
		r.requireAll(t.texts(name))
	}
}

// requireNames adds the keys of a table of requirements.
func (r *reader) requireNames(t table) { r.requireAll(t.names()) }

// table returns a table inside a table, or nil.
func (t table) table(name string) table {
	inner, _ := t[name].(map[string]any)
	return inner
}

// names returns the keys of a table, sorted.
func (t table) names() []string { return slices.Sorted(maps.Keys(t)) }

// texts returns a string, or the strings in a list.
func (t table) texts(name string) []string {
	switch v := t[name].(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, item := range v {
			if text, ok := item.(string); ok {
				out = append(out, text)
			}
		}
		return out
	}
	return nil
}
