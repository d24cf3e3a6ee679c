package python

import (
	"context"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/parallel"
	"github.com/coderef-system/coderefd/codeintel/python/infer"
	"github.com/coderef-system/coderefd/codeintel/python/resolve"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Resolve implements [facts.Analyzer].
func (a *analyzer) Resolve(ctx context.Context, files []string, depth facts.Depth, found func(facts.File),
	progress facts.Progress,
) ([]source.Probe, error) {
	step := facts.NewSteps(len(files), progress)
	var mu sync.Mutex
	idle := make(chan *infer.Evaluator, len(files))
	err := parallel.For(ctx, len(files), 1, func(i int) {
		var ev *infer.Evaluator
		select {
		case ev = <-idle:
		default:
			ev = infer.New(a.layout, a.module)
		}
		f, ok := resolveFile(ev, files[i], depth)
		if ok && ev.Size < maxEvaluated {
			idle <- ev
		}
		mu.Lock()
		found(f)
		mu.Unlock()
		step.One()
	})
	return nil, err
}

// resolveFile resolves one file. After a panic the file has no facts, and the evaluator must
// not be reused.
func resolveFile(ev *infer.Evaluator, path string, depth facts.Depth) (f facts.File, ok bool) {
	defer func() {
		if recover() != nil {
			f, ok = facts.Failed(path), false
		}
	}()
	m := ev.Module(path)
	if m == nil {
		return facts.Failed(path), true
	}
	return resolve.File(ev, m, depth), true
}

// module returns the symbol table of a file, or nil. It is safe for concurrent use.
func (a *analyzer) module(path string) *symtable.Module {
	f := a.files[path]
	if f == nil || f.broken {
		return nil
	}
	if m := a.cache.get(path, f.digest); m != nil {
		return m
	}
	text, ok := a.read(path)
	if !ok {
		return nil
	}
	m := moduleOf(path, text)
	if m != nil {
		a.cache.put(path, f.digest, m)
	}
	return m
}
