package index

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/source"
	"github.com/coderef-system/coderefd/codeintel/typescript"
)

// builtGraph is a graph with everything it was concluded from.
type builtGraph struct {
	graph  *graph.Graph
	digest string         // of the project's own files
	probes []source.Probe // what was looked at outside
	dirty  bool           // a file changed while it was built
}

// holds reports whether building again would give the same graph.
func (b *builtGraph) holds(digest string) bool {
	if b == nil || b.dirty || b.digest != digest {
		return false
	}
	for i := range b.probes {
		if !b.probes[i].Holds() {
			return false
		}
	}
	return true
}

// maxRebuilds bounds how often a graph is built again because files changed
// meanwhile. After that the answer is given from the latest, uncached.
const maxRebuilds = 3

// Graph returns the graph of the project as it is now, and the digest of the
// contents it was made from.
func (p *Project) Graph(ctx context.Context, progress Progress) (*graph.Graph, string, error) {
	for attempt := 0; ; attempt++ {
		snap, err := p.refresh(ctx, func(string) bool { return false }, nil)
		if err != nil {
			return nil, "", err
		}
		p.mu.Lock()
		cached := p.graph
		p.mu.Unlock()
		if cached.holds(snap.digest) {
			return cached.graph, snap.digest, nil
		}
		built, own, err := p.build(ctx, snap, progress)
		if err != nil {
			return nil, "", err
		}
		// A build that somebody else began may have looked at files before this
		// call; only one of our own, or one that still holds, will do.
		if own && !built.dirty || attempt >= maxRebuilds && built.digest == snap.digest {
			return built.graph, snap.digest, nil
		}
	}
}

// buildGraph analyses a snapshot.
func (p *Project) buildGraph(ctx context.Context, snap *snapshot, progress Progress) (*builtGraph, error) {
	built := &builtGraph{digest: snap.digest}
	var mu sync.Mutex // guards built.dirty
	changed := func() {
		mu.Lock()
		defer mu.Unlock()
		built.dirty = true
	}
	project := &typescript.Project{
		Root: filepath.ToSlash(p.root), Packages: map[string]bool{}, Dependencies: map[string]map[string]bool{}, Progress: progress,
		Read: func(rel string) (string, bool) { return p.readUnchanged(rel, snap, changed) },
	}
	for _, f := range snap.files {
		if reason := snap.states[f.Path].reason; reason != "" {
			if isSource(f.Path) && source.Hides(reason) {
				project.Unknown = append(project.Unknown, f.Path)
			}
			continue
		}
		project.Known = append(project.Known, f.Path)
		if isSource(f.Path) {
			project.Files = append(project.Files, f.Path)
		}
		if path.Base(f.Path) == "package.json" {
			m := readManifest(project.Read, f.Path)
			if m.Name != "" {
				project.Packages[m.Name] = true
			}
			project.Dependencies[path.Dir(f.Path)] = m.dependencies()
		}
	}
	analysed, err := typescript.Analyze(ctx, project)
	if err != nil {
		return nil, err
	}
	built.probes = analysed.Probes
	built.graph = assemble(analysed)
	return built, nil
}

// readUnchanged reads a file and reports when it is not what the snapshot saw.
func (p *Project) readUnchanged(rel string, snap *snapshot, changed func()) (string, bool) {
	text, reason := source.Read(filepath.Join(p.root, filepath.FromSlash(rel)))
	if reason != "" {
		changed()
		return "", false
	}
	if digestOf(text) != snap.states[rel].digest {
		changed()
	}
	return text, true
}

// assemble turns facts into a graph.
func assemble(analysed *typescript.Facts) *graph.Graph {
	files := make([]string, len(analysed.Files))
	for i := range analysed.Files {
		files[i] = analysed.Files[i].Path
	}
	b := graph.NewBuilder(files)
	for i := range analysed.Files {
		f := &analysed.Files[i]
		elements, parents := make([]facts.Element, len(f.Decls)), make([]int, len(f.Decls))
		for j, d := range f.Decls {
			elements[j], parents[j] = d.Element, d.Parent
		}
		b.Add(f.Path, f.Lines, elements, parents)
	}
	for i := range analysed.Files {
		addEdges(b, &analysed.Files[i])
	}
	for _, w := range warnings(analysed) {
		b.Warn(w)
	}
	return b.Build()
}

// warnings puts those of the configurations first: they concern many files.
func warnings(analysed *typescript.Facts) []string {
	all := slices.Clone(analysed.Warnings)
	for i := range analysed.Files {
		if w := analysed.Files[i].Warning; w != "" {
			all = append(all, w)
		}
	}
	return all[:min(len(all), typescript.MaxWarnings)]
}

func addEdges(b *graph.Builder, f *typescript.FileFacts) {
	for _, c := range f.Calls {
		b.AddEdge(graph.Edge{
			Relation: graph.Call, From: graph.Ref{File: f.Path, Element: c.From}, To: ref(c.To),
			External: c.To.External, Member: c.To.Member, Line: c.Line, Column: c.Column,
		})
	}
	for _, i := range f.Imports {
		b.AddEdge(graph.Edge{
			Relation: graph.Import, From: graph.Ref{File: f.Path, Element: graph.WholeFile}, To: ref(i.To),
			External: i.To.External, Member: i.To.Member, Line: i.Line, Column: i.Column,
			Module: i.Module, TypeOnly: i.TypeOnly, ReExportsAll: i.ReExportsAll, Users: i.Users,
		})
	}
	for _, h := range f.Heritage {
		b.AddHeritage(graph.Ref{File: f.Path, Element: h.Decl}, ref(h.Of))
	}
	for _, u := range f.Unresolved {
		relation := graph.Call
		if u.Import {
			relation = graph.Import
		}
		maybe := make([]graph.Ref, 0, len(u.Maybe))
		for _, t := range u.Maybe {
			if t.External == "" {
				maybe = append(maybe, ref(t))
			}
		}
		if u.Inbound {
			b.AddBehind(maybe)
			continue
		}
		b.AddUnresolved(graph.Ref{File: f.Path, Element: u.From}, relation, u.Name, u.Module, maybe)
	}
}

// ref relies on facts.ModuleLevel and graph.WholeFile being the same.
func ref(t facts.Target) graph.Ref { return graph.Ref{File: t.File, Element: t.Decl} }
