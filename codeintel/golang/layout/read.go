package layout

import (
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// New returns the layout of a project. It reads the go.mod and go.work files among the known
// files, and those above root, because a project may be a folder of a module.
func New(d *Disk, root, goRoot, cache string, configs []string) *Layout {
	l := &Layout{Disk: d, root: root, GoRoot: goRoot, cache: cache, standard: map[string]bool{}}
	for _, rel := range configs {
		dir, name := Split(rel)
		text, ok := d.ReadKnown(rel)
		switch {
		case !ok:
		case name == "go.mod":
			l.addModule(path.Join(root, dir), rel, text)
		case name == "go.work" && dir == ".":
			l.addWork(root, rel, text)
		}
	}
	l.readParents()
	slices.SortFunc(l.modules, func(a, b *goModule) int {
		if len(a.dir) != len(b.dir) {
			return len(b.dir) - len(a.dir)
		}
		return strings.Compare(a.dir, b.dir)
	})
	l.requires = l.requiredVersions()
	return l
}

func (l *Layout) addModule(dir, name, text string) {
	f, err := modfile.Parse(name, []byte(text), nil)
	if err != nil { // ParseLax accepts unknown statements, but ignores replace directives
		f, err = modfile.ParseLax(name, []byte(text), nil)
	}
	if err != nil {
		l.addWarning(name, err)
		return
	}
	m := &goModule{dir: dir, file: f}
	if f.Module != nil {
		m.path = f.Module.Mod.Path
	} else {
		l.Warnings = append(l.Warnings, facts.Warning(name, 1, "no module declaration"))
	}
	l.modules = append(l.modules, m)
}

func (l *Layout) addWork(dir, name, text string) {
	f, err := modfile.ParseWork(name, []byte(text), nil)
	if err != nil {
		l.addWarning(name, err)
		return
	}
	l.work, l.workDir = f, dir
}

// addWarning adds a warning with the first error in a configuration file.
func (l *Layout) addWarning(name string, err error) {
	text, _, _ := strings.Cut(err.Error(), "\n")
	if list, ok := err.(modfile.ErrorList); ok && len(list) > 0 { //nolint:errorlint // modfile returns the list itself
		l.Warnings = append(l.Warnings, facts.Warning(name, list[0].Pos.Line, list[0].Err.Error()))
		return
	}
	l.Warnings = append(l.Warnings, facts.Warning(name, 1, strings.TrimPrefix(text, name+": ")))
}

// readParents reads the module and the workspace that contain the root.
func (l *Layout) readParents() {
	workspace := l.work == nil && os.Getenv("GOWORK") != "off"
	isModule := slices.ContainsFunc(l.modules, func(m *goModule) bool { return m.dir == l.root })
	for dir := l.root; dir != path.Dir(dir); {
		dir = path.Dir(dir)
		if !isModule {
			if text, ok := l.Read(path.Join(dir, "go.mod")); ok {
				l.addModule(dir, path.Join(dir, "go.mod"), text)
				isModule = true
			}
		}
		if workspace {
			if text, ok := l.Read(path.Join(dir, "go.work")); ok {
				l.addWork(dir, path.Join(dir, "go.work"), text)
				workspace = false
			}
		}
	}
	if os.Getenv("GOWORK") == "off" {
		l.work = nil
	}
}

// requiredVersions returns the highest versions that the project's modules require.
func (l *Layout) requiredVersions() map[string]string {
	versions := map[string]string{}
	for _, m := range l.modules {
		for name, version := range requirements(m.file) {
			raiseVersion(versions, name, version)
		}
	}
	return versions
}
