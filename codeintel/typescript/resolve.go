package typescript

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// maxCheckers bounds the checkers of a program: each keeps types of its own, so
// more of them cost memory faster than they save time.
const maxCheckers = 4

// filesPerChecker is how many files make another checker worth while.
const filesPerChecker = 4

// Resolve implements [facts.Analyzer].
func (a *Analyzer) Resolve(ctx context.Context, files []string, depth facts.Depth, found func(facts.File), progress facts.Progress) (probes []source.Probe, err error) {
	if a.state == nil {
		return nil, errors.New("resolve: nothing has been seen yet")
	}
	s := a.state
	defer func() { probes = s.project.fs.probesFrom(s.probes) }()
	defer caught("resolve", &err)
	step := facts.NewSteps(len(files), progress)
	var mu sync.Mutex
	report := func(f facts.File) {
		mu.Lock()
		defer mu.Unlock()
		found(f)
		step.One()
	}
	of := make([][]string, len(s.units))
	for _, f := range files {
		if !s.project.analysed[f] {
			report(facts.Failed(f))
			continue
		}
		of[s.unitOf[f]] = append(of[s.unitOf[f]], f)
	}
	for i, u := range s.units {
		if len(of[i]) == 0 {
			continue
		}
		if u.program == nil {
			if err := a.load(ctx, s.disk, u, a.loading(ctx, s.project, facts.NewSteps(0, nil))); err != nil {
				return nil, err
			}
		}
		u.resolve(ctx, of[i], depth, s.memory, report)
		a.calls++
		u.resolved = a.calls
		s.cool()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return nil, ctx.Err()
}

// maxWarm bounds how many units keep their checkers: all types they have met.
const maxWarm = 4

// cool takes the checkers from the units beyond the bound that have not resolved
// anything for the longest time.
func (s *state) cool() {
	var warm []*unit
	for _, u := range s.units {
		if len(u.checkers) > 0 {
			warm = append(warm, u)
		}
	}
	slices.SortFunc(warm, func(a, b *unit) int { return b.resolved - a.resolved })
	for _, u := range warm[min(len(warm), maxWarm):] {
		u.checkers = nil
	}
}

// resolve resolves files on as many checkers as pay.
func (u *unit) resolve(ctx context.Context, files []string, depth facts.Depth, known *memory, found func(facts.File)) {
	checkers := max(1, min(runtime.GOMAXPROCS(0), maxCheckers, len(files)/filesPerChecker))
	for len(u.checkers) < checkers {
		u.checkers = append(u.checkers, nil)
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for i := range checkers {
		wait.Go(func() {
			for ctx.Err() == nil {
				at := int(next.Add(1)) - 1
				if at >= len(files) {
					return
				}
				found(u.file(&u.checkers[i], files[at], depth, known))
			}
		})
	}
	wait.Wait()
}

// file resolves one file, as far as it is not known. A panic in the checker costs
// that file only, and the checker, which may be in any state.
func (u *unit) file(checker **tsgo.Checker, rel string, depth facts.Depth, known *memory) (f facts.File) {
	t := u.treeOf(rel)
	if t == nil { // the compiler would not load it
		return facts.Failed(rel)
	}
	defer func() {
		if r := recover(); r != nil {
			*checker, f = nil, facts.Failed(rel)
		}
	}()
	if *checker == nil {
		*checker = u.program.NewChecker()
	}
	v := &visitor{unit: u, checker: *checker, source: t.file, own: t, current: facts.ModuleLevel}
	if depth >= facts.AllReferences {
		v.referrer = newReferrer()
	}
	parts := known.take(t)
	head := v.run(parts, depth)
	known.put(t, parts)
	return head.assembled(rel, parts, depth)
}
