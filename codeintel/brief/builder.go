package brief

import (
	"path"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// builder collects the contents of a brief.
type builder struct {
	*graph.Graph
	snapshot  *index.Snapshot
	files     []string
	scope     map[string]bool
	focus     map[graph.Node]bool
	inspected map[string]*facts.Inspection
	generated index.Generated
	npm       map[string]map[string]any // package.json by folder; nil if it is malformed
	pyproject map[string]any            // pyproject.toml of the root
	scripts   []script
	byFolder  map[string][]string // own files
	// onlyAccompanying is set if the files contain no other code.
	onlyAccompanying bool
	brief            *Brief
}

// find resolves the focus to nodes.
func (b *builder) find(focus string) error {
	if focus == "" {
		return nil
	}
	b.focus = map[graph.Node]bool{}
	if _, isFile := b.FileAt(focus); !isFile {
		if files := b.FilesIn(focus); len(files) > 0 {
			for _, f := range files {
				b.focus[f] = true
			}
			return nil
		}
	}
	n, err := b.Find(focus)
	b.focus[n] = true
	return err
}

// choose selects the files of the brief. With a focus, these are the files that contain it and
// the files with an edge to or from it.
func (b *builder) choose(wanted func(string) bool) {
	near := map[string]bool{}
	if b.focus != nil {
		b.near(near)
	}
	for _, f := range b.snapshot.Files() {
		if (wanted == nil || wanted(f)) && (b.focus == nil || near[f]) {
			b.files = append(b.files, f)
			b.scope[f] = true
		}
	}
	// A project that consists of examples is summarized like any other.
	b.onlyAccompanying = !slices.ContainsFunc(b.files, b.own)
	for _, f := range b.files {
		if b.own(f) {
			b.byFolder[path.Dir(f)] = append(b.byFolder[path.Dir(f)], f)
		}
	}
}

func (b *builder) near(files map[string]bool) {
	for n := range b.focus {
		files[b.Element(n).File] = true
	}
	for _, file := range b.Files() {
		for e := range b.Edges(file) {
			if e.To == graph.None {
				continue
			}
			if b.focused(e.From) || b.focused(e.To) {
				files[b.Element(file).File] = true
				files[b.Element(e.To).File] = true
			}
		}
	}
}

// focused reports whether a node is in the focus or inside a node of the focus.
func (b *builder) focused(n graph.Node) bool {
	for n != graph.None {
		if b.focus[n] || b.focus[b.FileOf(n)] {
			return true
		}
		n = b.Parent(n)
	}
	return false
}

// script is a console script: a command that installing a Python package creates.
type script struct{ dir, command, module, function string }
