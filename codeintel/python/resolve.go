package python

import (
	"context"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Bounds of the memory that modules take, by the size of their texts; a module
// takes about a dozen times as much.
const (
	maxCached    = 24 << 20 // kept from one call to the next
	maxEvaluated = 12 << 20 // known to one evaluator
)

// Resolve implements [facts.Analyzer].
func (a *analyzer) Resolve(ctx context.Context, files []string, depth facts.Depth, found func(facts.File), progress facts.Progress) ([]source.Probe, error) {
	step := facts.NewSteps(len(files), progress)
	var mu sync.Mutex
	idle := make(chan *evaluator, len(files))
	err := inParallel(ctx, len(files), func(i int) {
		var ev *evaluator
		select {
		case ev = <-idle:
		default:
			ev = newEvaluator(a.layout, a.module)
		}
		f, ok := resolveFile(ev, files[i], depth)
		if ok && ev.size < maxEvaluated {
			idle <- ev
		}
		mu.Lock()
		found(f)
		mu.Unlock()
		step.One()
	})
	return nil, err
}

// resolveFile resolves one file. A panic costs that file only, and the evaluator.
func resolveFile(ev *evaluator, path string, depth facts.Depth) (f facts.File, ok bool) {
	defer func() {
		if recover() != nil {
			f, ok = facts.Failed(path), false
		}
	}()
	m := ev.module(path)
	if m == nil {
		return facts.Failed(path), true
	}
	return ev.factsOf(m, depth), true
}

// module returns the module of a file, nil if it cannot be had. It is safe for
// concurrent use.
func (a *analyzer) module(path string) *module {
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

// cache keeps modules, those used last within a bound. It is safe for concurrent use.
type cache struct {
	mu         sync.Mutex
	young, old map[string]cached
	size       int // of the young ones
}

type cached struct {
	digest facts.Digest
	module *module
}

func newCache() *cache { return &cache{young: map[string]cached{}, old: map[string]cached{}} }

func (c *cache) get(path string, digest facts.Digest) *module {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.young[path]; ok {
		if at.digest == digest {
			return at.module
		}
		return nil
	}
	if at, ok := c.old[path]; ok && at.digest == digest {
		c.add(path, at)
		return at.module
	}
	return nil
}

func (c *cache) put(path string, digest facts.Digest, m *module) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(path, cached{digest, m})
}

// add enters a module; c.mu is held.
func (c *cache) add(path string, at cached) {
	if before, ok := c.young[path]; ok {
		c.size -= before.module.size
	}
	c.young[path] = at
	if c.size += at.module.size; c.size > maxCached/2 {
		c.old, c.young, c.size = c.young, map[string]cached{}, 0
	}
}

func (c *cache) drop(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if before, ok := c.young[path]; ok {
		c.size -= before.module.size
	}
	delete(c.young, path)
	delete(c.old, path)
}

func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.young, c.old, c.size = map[string]cached{}, map[string]cached{}, 0
}
