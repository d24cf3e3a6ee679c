package index

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/repository"
	"github.com/coderef-system/coderefd/codeintel/source"
)

func newProject(root string, store *Store) *Project {
	p := &Project{
		root: root, store: store, turn: make(chan struct{}, 1),
		tree: source.NewTree(store.options.Roots, root, IsProjectFile), treeChanged: true,
		tracker: repository.NewTracker(root, store.options.Roots),
	}
	p.forget()
	return p
}

// forget drops the graph and the state of all languages.
func (p *Project) forget() {
	p.graph, p.views = graph.New(), nil
	for _, l := range languages() {
		p.views = append(p.views, newView(p, l))
	}
}

// reset drops the whole state of the project.
func (p *Project) reset() {
	p.tree, p.files, p.treeChanged = source.NewTree(p.store.options.Roots, p.root, IsProjectFile), nil, true
	p.forget()
}

// enter waits until no other call uses the project, or until ctx ends. The caller must defer
// leave. If the call panics, leave drops the state of the project, which may be inconsistent.
func (p *Project) enter(ctx context.Context) (leave func(), err error) {
	p.store.begin(p)
	if yield := p.warming.Load(); yield != nil {
		(*yield)()
	}
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		p.store.end(p, false)
		return nil, ctx.Err()
	}
	return func() {
		failure := recover()
		if failure != nil {
			p.reset()
		}
		live := p.live
		if live {
			p.store.watch(p)
		}
		<-p.turn
		p.store.end(p, live)
		if failure != nil {
			panic(failure)
		}
	}, nil
}
