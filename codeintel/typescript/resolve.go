package typescript

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
	"github.com/coderef-system/coderefd/codeintel/typescript/incremental"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/resolve"
)

// maxCheckers bounds the checkers of a program. Each checker has its own types, so that
// further checkers cost more memory than they save time.
const maxCheckers = 4

// maxTypesTotal bounds the types of all checkers together; a type takes about 2 KB. A
// checker that exceeds its share is dropped after the current file. The next checker
// computes shared types again, but the types that only earlier files needed are freed.
const maxTypesTotal = 300_000

// maxWarm bounds how many units keep their checkers.
const maxWarm = 4

// filesPerChecker is the minimal number of files per checker. A call with few files uses
// fewer checkers.
const filesPerChecker = 4

// maxRemembered bounds the number of files per call of Resolve whose parts are cached.
// The parts of a whole project are as large as all other data about it, and few of its
// files are edited next.
const maxRemembered = 200

// Resolve implements [facts.Analyzer].
func (a *Analyzer) Resolve(
	ctx context.Context, files []string, depth facts.Depth, found func(facts.File), progress facts.Progress,
) (probes []source.Probe, err error) {
	if a.state == nil {
		return nil, errors.New("resolve: no update has succeeded: call Update first")
	}
	s := a.state
	defer func() { probes = s.project.FS.ProbesSince(s.probes) }()
	defer recoverTo("resolve", &err)
	step := facts.NewSteps(len(files), progress)
	var mu sync.Mutex
	report := func(f facts.File) {
		mu.Lock()
		defer mu.Unlock()
		found(f)
		step.One()
	}
	maxTypes := cmp.Or(a.maxTypes, maxTypesTotal)
	of := make([][]string, len(s.units))
	for _, f := range files {
		if !s.project.Analysed[f] {
			report(facts.Failed(f))
			continue
		}
		of[s.unitOf[f]] = append(of[s.unitOf[f]], f)
	}
	for i, u := range s.units {
		if len(of[i]) == 0 {
			continue
		}
		if u.Program == nil {
			if err := a.load(ctx, s.disk, u, a.loading(ctx, s.project, facts.NewSteps(0, nil))); err != nil {
				return nil, err
			}
		}
		resolveFiles(ctx, u, of[i], depth, s.parts, maxTypes, report)
		a.resolveCalls++
		u.LastUsed = a.resolveCalls
		s.releaseCheckers(maxTypes)
		a.releasePrograms(s, u)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return nil, ctx.Err()
}

// releaseCheckers drops the checkers of the units that were least recently used, until
// the rest is within the bounds.
func (s *state) releaseCheckers(maxTypes int) {
	warm := slices.Clone(s.units)
	slices.SortFunc(warm, func(a, b *program.Unit) int { return b.LastUsed - a.LastUsed })
	total := 0
	for i, u := range warm {
		for _, c := range u.Checkers {
			if c != nil {
				total += int(c.TypeCount)
			}
		}
		if i >= maxWarm || total > maxTypes {
			u.Checkers = nil
		}
	}
}

// resolveFiles resolves files on several checkers in parallel.
func resolveFiles(
	ctx context.Context, u *program.Unit, files []string, depth facts.Depth,
	known *incremental.Cache, maxTypes int, found func(facts.File),
) {
	checkers := max(1, min(runtime.GOMAXPROCS(0), maxCheckers, len(files)/filesPerChecker))
	for len(u.Checkers) < checkers {
		u.Checkers = append(u.Checkers, nil)
	}
	keep := len(files) <= maxRemembered
	work := newWorkQueue(files, checkers)
	var wait sync.WaitGroup
	for i := range checkers {
		wait.Go(func() {
			for ctx.Err() == nil {
				file, ok := work.next(i)
				if !ok {
					return
				}
				found(resolveFile(u, &u.Checkers[i], file, depth, known, keep, maxTypes))
			}
		})
	}
	wait.Wait()
}

// resolveFile resolves the parts of one file that the cache does not contain, and
// caches them if keep is true. A panic in the checker fails that file and drops the
// checker, whose state is then undefined.
func resolveFile(
	u *program.Unit, checker **tsgo.Checker, rel string, depth facts.Depth,
	known *incremental.Cache, keep bool, maxTypes int,
) (f facts.File) {
	t := u.Summary(rel)
	if t == nil { // the compiler did not load it
		return facts.Failed(rel)
	}
	defer func() {
		if r := recover(); r != nil {
			*checker, f = nil, facts.Failed(rel)
		}
	}()
	if *checker == nil {
		*checker = u.Program.NewChecker()
	}
	parts := known.Take(t)
	head := resolve.New(u, *checker, t, depth).Run(parts, depth)
	if keep {
		known.Put(t, parts)
	}
	if int((*checker).TypeCount) > maxTypes/len(u.Checkers) {
		*checker = nil
	}
	return head.Assemble(rel, parts, depth)
}
