package brief

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/mod/modfile"

	"github.com/coderef-system/coderefd/codeintel/source"
)

// The kinds of packages.
const (
	KindGo     = "go"     // go.mod
	KindNPM    = "npm"    // package.json
	KindPython = "python" // pyproject.toml
)

// manifests finds the packages of the project, the main one first. Those of examples and
// tests are left out, as are manifests without a name. Manifests that cannot be parsed are
// reported as warnings of the snapshot.
func (b *builder) manifests() {
	b.npm = map[string]map[string]any{}
	if len(b.files) == 0 {
		return
	}
	for _, dir := range source.FoldersOf(b.files) {
		if accompanying(dir) {
			continue
		}
		if text, ok := b.snapshot.Text(path.Join(dir, "go.mod")); ok {
			if name := modfile.ModulePath([]byte(text)); name != "" {
				b.brief.Packages = append(b.brief.Packages, Package{Name: name, Path: dir, Kind: KindGo})
			}
		}
		if text, ok := b.snapshot.Text(path.Join(dir, "package.json")); ok {
			var manifest any
			_ = json.Unmarshal([]byte(text), &manifest)
			b.npm[dir], _ = manifest.(map[string]any)
			b.manifest(dir, KindNPM, b.npm[dir])
		}
		if text, ok := b.snapshot.Text(path.Join(dir, "pyproject.toml")); ok {
			var manifest map[string]any
			_ = toml.Unmarshal([]byte(text), &manifest)
			if dir == "." {
				b.pyproject = manifest
			}
			project := table(manifest, "project")
			if project == nil {
				project = table(manifest, "tool", "poetry")
			}
			b.scripts = append(b.scripts, consoleScripts(dir, project)...)
			b.manifest(dir, KindPython, project)
		}
	}
	slices.SortStableFunc(b.brief.Packages, func(x, y Package) int {
		return cmp.Or(order(y.Path == ".", x.Path == "."), order(x.Private, y.Private), cmp.Compare(x.Path, y.Path))
	})
	if main := b.mainPackage(); main != nil {
		first := *main
		b.brief.Packages = slices.DeleteFunc(b.brief.Packages, func(p Package) bool { return p == first })
		b.brief.Packages = slices.Insert(b.brief.Packages, 0, first)
	}
}

// manifest adds the package of a manifest that has a name.
func (b *builder) manifest(dir, kind string, fields map[string]any) {
	name, _ := fields["name"].(string)
	description, _ := fields["description"].(string)
	if description == name {
		description = ""
	}
	private, _ := fields["private"].(bool)
	if name != "" {
		b.brief.Packages = append(b.brief.Packages, Package{
			Name: name, Path: dir, Kind: kind, Description: firstSentence(strings.Fields(description)), Private: private,
		})
	}
}

// order compares booleans: false comes first.
func order(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return 1
	default:
		return -1
	}
}

// table returns a table within a TOML or JSON document, or nil.
func table(doc map[string]any, names ...string) map[string]any {
	for _, name := range names {
		doc, _ = doc[name].(map[string]any)
	}
	return doc
}

func consoleScripts(dir string, project map[string]any) []script {
	var out []script
	for _, list := range []string{"scripts", "gui-scripts"} {
		for command, target := range table(project, list) {
			target, _ := target.(string)
			module, function, _ := strings.Cut(target, ":")
			if module != "" {
				out = append(out, script{dir, command, strings.TrimSpace(module), strings.TrimSpace(function)})
			}
		}
	}
	slices.SortFunc(out, func(x, y script) int { return cmp.Compare(x.command, y.command) })
	return out
}
