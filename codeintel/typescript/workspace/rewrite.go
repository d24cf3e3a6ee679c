package workspace

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// SourceManifests returns the texts of the package.json files that the compiler must see, by
// path, where they differ from the project: the paths of built files are replaced by those of
// the sources, and the packages of Deno have a package.json. outputs returns the outputs of the
// compiler configurations in a folder; it is called only for packages that name files that
// are not in the project.
func (l *Layout) SourceManifests(p *facts.Project, outputs func(dir string) []Output) map[string]string {
	s := newSources(p.Files, func(rel string) bool { _, known := p.Known[rel]; return known })
	replaced := maps.Clone(l.Manifests)
	for _, dir := range l.folders {
		rel := path.Join(dir, "package.json")
		text, _ := p.Read(rel)
		root := parseNode(text)
		if root == nil {
			continue
		}
		w := &rewriter{sources: s, dir: dir, outputsOf: outputs}
		w.manifest(root)
		if len(w.edits) > 0 {
			replaced[rel] = w.apply(text)
		}
	}
	return replaced
}

// rewriter replaces the paths of built files in one package.json.
type rewriter struct {
	*sources
	dir       string
	outputsOf func(dir string) []Output
	outputs   []Output
	asked     bool // outputs is set
	edits     []edit
}

// edit replaces a string of the text.
type edit struct {
	at    *node
	value any
}

func (w *rewriter) manifest(root *node) {
	declared := w.declaredIn(root, "source")
	for _, field := range []string{"main", "module", "types", "typings"} {
		w.target(root.get(field), ".", declared)
	}
	if exports := root.get("exports"); exports != nil {
		if len(exports.keys) > 0 && strings.HasPrefix(exports.keys[0], ".") {
			for i, key := range exports.keys {
				w.conditions(exports.values[i], key, "")
			}
		} else {
			w.conditions(exports, ".", declared)
		}
	}
	if imports := root.get("imports"); imports != nil {
		for _, v := range imports.values {
			w.conditions(v, "", "")
		}
	}
}

// declaredIn returns the TypeScript source that one of the fields names, or "".
func (w *rewriter) declaredIn(n *node, fields ...string) string {
	for _, field := range fields {
		if v := n.get(field); v != nil && v.isString && !strings.Contains(v.text, "*") {
			if _, extension := cutExtension(v.text); isTypeScript(extension) && w.known(path.Join(w.dir, v.text)) {
				return path.Clean(v.text)
			}
		}
	}
	return ""
}

// conditions rewrites a value of exports or imports. declared is the source that an enclosing
// object names, or "".
func (w *rewriter) conditions(n *node, key, declared string) {
	if n.isString {
		w.target(n, key, declared)
		return
	}
	if found := w.declaredIn(n, n.keys...); found != "" {
		declared = found
	}
	for _, v := range n.values {
		w.conditions(v, key, declared)
	}
}

// target rewrites the path of a file, which can contain one star.
func (w *rewriter) target(n *node, key, declared string) {
	if n == nil || !n.isString || n.text == "" || strings.HasPrefix(n.text, "../") || path.IsAbs(n.text) ||
		(key == "" || strings.HasPrefix(key, "./")) && !strings.HasPrefix(n.text, "./") {
		return
	}
	if head, tail, pattern := strings.Cut(n.text, "*"); pattern {
		w.pattern(n, head, tail)
		return
	}
	e := entry{target: path.Clean(n.text), key: key, declared: declared}
	if _, extension := cutExtension(e.target); extension == "" && path.Ext(e.target) != "" {
		return // a style sheet or another asset
	}
	if w.known(path.Join(w.dir, e.target)) || w.find(path.Join(w.dir, e.target, "index")) != "" {
		return
	}
	if found, ok := w.source(w.dir, e, w.built()); ok {
		w.edits = append(w.edits, edit{n, "./" + found})
	}
}

// pattern rewrites a path that contains a star. Sources can have another extension, and a
// folder can be built into one file.
func (w *rewriter) pattern(n *node, head, tail string) {
	_, extension := cutExtension("x" + tail)
	if extension == "" && tail != "" || isTypeScript(extension) {
		return
	}
	folder, first := path.Split(head)
	built := path.Clean(folder)
	if w.folders[path.Join(w.dir, built)] {
		return
	}
	found, ok := w.folder(w.dir, built, w.built())
	if !ok {
		return
	}
	base := "./" + prefixOf(path.Clean(found)) + first + "*"
	targets := []string{base + tail}
	if stem, is := strings.CutSuffix(tail, extension); is && extension != "" {
		targets = []string{base + stem + ".js"}
		if stem == "" {
			targets = append(targets, base+"/index.js")
		}
	}
	w.edits = append(w.edits, edit{n, append(targets, n.text)})
}

// built returns the outputs of the compiler configurations of the package.
func (w *rewriter) built() []Output {
	if !w.asked {
		w.asked, w.outputs = true, w.outputsOf(w.dir)
	}
	return w.outputs
}

// apply returns the text with the edits.
func (w *rewriter) apply(text string) string {
	slices.SortFunc(w.edits, func(a, b edit) int { return a.at.start - b.at.start })
	var out strings.Builder
	last := 0
	for _, e := range w.edits {
		value, err := json.Marshal(e.value)
		if err != nil { // strings always have a JSON form
			panic(err)
		}
		out.WriteString(text[last:e.at.start])
		out.Write(value)
		last = e.at.end
	}
	return out.String() + text[last:]
}
