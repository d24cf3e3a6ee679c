package index

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// TestCallAfterCancelledCall cancels a call when it first reports progress. The next call must
// return a complete result.
func TestCallAfterCancelledCall(t *testing.T) {
	p := open(project(t))
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := p.Query(ctx, callersOf("f"), func(int, int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if got := callers(t, p, "f"); len(got) != 1 {
		t.Errorf("after a cancelled call: got callers %v, want 1", got)
	}
	if _, err := p.Scan(ctx, ScanOptions{Extensions: []string{".ts"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("scan with a cancelled context: got %v, want context.Canceled", err)
	}
}

// TestCancelledCallKeepsResolvedFiles checks that the files which a cancelled call resolved
// stay resolved.
func TestCancelledCallKeepsResolvedFiles(t *testing.T) {
	dir := project(t)
	const files = 40
	for i := range files {
		write(t, filepath.Join(dir, fmt.Sprintf("c%d.ts", i)),
			fmt.Sprintf("import { f } from './a';\nexport function c%d() { f(); }\n", i))
	}
	p := open(dir)
	resolved := func() (n int) {
		for i := range files {
			if p.graph.Resolved(fmt.Sprintf("c%d.ts", i), facts.CallsAndImports) {
				n++
			}
		}
		return n
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err := p.Query(ctx, callersOf("a.ts#f"), func(int, int) {
		if resolved() > 3 {
			cancel()
		}
	})
	if n := resolved(); !errors.Is(err, context.Canceled) || n <= 3 || n == files {
		t.Errorf("got %d resolved files, error %v; want 4 to %d, context.Canceled", n, err, files-1)
	}
	if got := callers(t, p, "a.ts#f"); len(got) != files+1 {
		t.Errorf("got %d callers, want %d", len(got), files+1)
	}
}

// TestWaitingCallCanBeCancelled checks that a call that waits for another call returns when
// its context ends.
func TestWaitingCallCanBeCancelled(t *testing.T) {
	p := open(project(t))
	p.turn <- struct{}{} // simulates another call
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() {
		_, err := p.Query(ctx, callersOf("f"), nil)
		failed <- err
	}()
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	<-p.turn
	if got := callers(t, p, "f"); len(got) != 1 {
		t.Errorf("got callers %v, want 1", got)
	}
}

// broken is an analyzer whose Resolve panics.
type broken struct{ facts.Analyzer }

func (broken) Resolve(
	context.Context, []string, facts.Depth, func(facts.File), facts.Progress,
) ([]source.Probe, error) {
	panic("defect")
}

// TestProjectIsUsableAfterPanic checks that a project returns complete results after a call
// that panicked.
func TestProjectIsUsableAfterPanic(t *testing.T) {
	p := open(project(t))
	if _, err := p.Query(context.Background(), callersOf("nothing"), nil); err == nil {
		t.Fatal("got no error for an unknown target, want one")
	}
	for _, v := range p.views {
		if v.analyzer != nil {
			v.analyzer = broken{v.analyzer}
		}
	}
	func() {
		defer func() {
			if r := recover(); r != "defect" {
				t.Errorf("recovered %v, want the panic of the analyzer", r)
			}
		}()
		callers(t, p, "f")
	}()
	if got := callers(t, p, "f"); len(got) != 1 {
		t.Errorf("got callers %v, want 1", got)
	}
}

// TestConcurrentCallsSeeOneState runs concurrent calls while a file changes. Each result must
// match one state of the file.
func TestConcurrentCallsSeeOneState(t *testing.T) {
	dir := project(t)
	p := open(dir)
	text := func(name string) string {
		return fmt.Sprintf("import { f } from './a';\nexport function %s() { f(); }\n", name)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 15 {
				got := strings.Join(callers(t, p, "a.ts#f"), " ")
				if got != "@Fn/b.ts#g" && got != "@Fn/b.ts#h" && got != "" { // the file is empty while it is written
					t.Errorf("got callers %q, want @Fn/b.ts#g, @Fn/b.ts#h or none", got)
				}
				if _, err := p.Scan(context.Background(), ScanOptions{Extensions: []string{".ts"}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 30 {
		write(t, filepath.Join(dir, "b.ts"), text([]string{"g", "h"}[i%2]))
	}
	group.Wait()
	if got := strings.Join(callers(t, p, "a.ts#f"), " "); got != "@Fn/b.ts#h" {
		t.Errorf("after the last change: got callers %q, want @Fn/b.ts#h", got)
	}
}

// TestQuerySeesChangeDuringScan changes a file after a scan has checked its stamp and before
// the scan reads it. The next query must see the change.
func TestQuerySeesChangeDuringScan(t *testing.T) {
	dir := project(t)
	for i := range 64 { // more files than are read at a time
		write(t, filepath.Join(dir, fmt.Sprintf("m%d.ts", i)), "export {};\n")
	}
	late := filepath.Join(dir, "z.ts")
	write(t, late, "export {};\n")
	p := open(dir)
	for changed := true; changed; { // until all stamps prove the contents
		callers(t, p, "a.ts#f")
		var err error
		if changed, err = p.tree.Update(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	edit := sync.OnceFunc(func() { write(t, late, "import { f } from './a';\nexport function z() { f(); }\n") })
	found, err := p.Scan(context.Background(),
		ScanOptions{Extensions: []string{".ts"}, Progress: func(int, int) { edit() }})
	if err != nil || !slices.ContainsFunc(found.Elements, func(e Listed) bool { return e.Name == "z" }) {
		t.Fatalf("the scan failed or read %s before the change: got error %v, want an element z", late, err)
	}
	if got, want := strings.Join(callers(t, p, "a.ts#f"), " "), "@Fn/b.ts#g @Fn/z.ts#z"; got != want {
		t.Errorf("got callers %q, want %q", got, want)
	}
	fresh, err := open(dir).Scan(context.Background(), ScanOptions{Extensions: []string{".ts"}})
	if err != nil || found.Digest != fresh.Digest {
		t.Errorf("digest: got %s, want %s; error %v", found.Digest, fresh.Digest, err)
	}
}

// clock replaces timers in tests: they fire only in [clock.run].
type clock struct {
	mu     sync.Mutex
	timers []*timer
}

type timer struct {
	wait time.Duration
	do   func()
	off  bool
}

func (c *clock) after(d time.Duration, f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &timer{wait: d, do: f}
	c.timers = append(c.timers, t)
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		was := t.off
		t.off = true
		return !was
	}
}

// quietStore returns a store whose timers fire only when the test runs the clock.
func quietStore() (*Store, *clock) {
	c := &clock{}
	s := NewStore(Options{})
	s.after = c.after
	return s, c
}

// open returns a project in a new store.
func open(root string) *Project {
	s, _ := quietStore()
	return s.Project(root)
}

// run fires all timers with a delay of at most d and returns their number.
func (c *clock) run(d time.Duration) (ran int) {
	c.mu.Lock()
	timers := c.timers
	c.timers = nil
	c.mu.Unlock()
	for _, t := range timers {
		switch {
		case t.off:
		case t.wait <= d:
			t.do()
			ran++
		default:
			c.mu.Lock()
			c.timers = append(c.timers, t)
			c.mu.Unlock()
		}
	}
	return ran
}

// TestIdleProjectsAreReleased checks that projects release memory after a time without calls,
// and that later results are the same.
func TestIdleProjectsAreReleased(t *testing.T) {
	s, c := quietStore()
	dir := project(t)
	p := s.Project(dir)
	for range 3 {
		if got := callers(t, p, "f"); len(got) != 1 {
			t.Errorf("got callers %v, want 1", got)
		}
	}
	if !p.live {
		t.Fatal("project after a query: got live false, want true")
	}
	if ran := c.run(idleTime); ran != 1 || p.live {
		t.Fatalf("%d timers ran, project live: %t; want 1, false", ran, p.live)
	}
	if got := callers(t, p, "f"); len(got) != 1 {
		t.Errorf("after a release: got callers %v, want 1", got)
	}
	write(t, filepath.Join(dir, "c.ts"), "import { f } from './a';\nexport function late() { f(); }\n")
	if got := callers(t, p, "f"); len(got) != 2 {
		t.Errorf("after a release and an edit: got callers %v, want 2", got)
	}
	s.Close()
	if ran := c.run(idleTime); ran != 0 {
		t.Errorf("%d timers ran in a closed store, want 0", ran)
	}
}

// TestReleaseWaitsForCalls checks that no project is released while a call runs.
func TestReleaseWaitsForCalls(t *testing.T) {
	s, c := quietStore()
	p := s.Project(project(t))
	callers(t, p, "f")
	_, err := p.Query(context.Background(), callersOf("nothing"), func(int, int) { c.run(idleTime) })
	if err == nil || !p.live {
		t.Errorf("got live %t, error %v; want true and an error", p.live, err)
	}
}

// TestOnlyRecentProjectsStayLive checks that only the most recently used projects keep the
// memory that makes updates cheap.
func TestOnlyRecentProjectsStayLive(t *testing.T) {
	s, c := quietStore()
	var all []*Project
	for range maxLive + 2 {
		p := s.Project(project(t))
		all = append(all, p)
		callers(t, p, "f")
		c.run(0)
	}
	for i, p := range all {
		if want := i >= 2; p.live != want {
			t.Errorf("project %d: got live %t, want %t", i, p.live, want)
		}
	}
	if got := callers(t, all[0], "f"); len(got) != 1 {
		t.Errorf("got callers %v, want 1", got)
	}
}

// TestStoreKeepsProjectsWithCalls checks that a project is not dropped while calls run or wait.
func TestStoreKeepsProjectsWithCalls(t *testing.T) {
	s, _ := quietStore()
	p := s.Project(project(t))
	_, err := p.Query(context.Background(), callersOf("f"), func(int, int) {
		for i := range maxProjects + 1 {
			s.Project(fmt.Sprintf("/p%d", i))
		}
	})
	if err != nil || s.Project(p.root) != p {
		t.Errorf(
			"got error %v, project kept %t, want no error, the project of the call kept",
			err, s.Project(p.root) == p,
		)
	}
	s.Project("/another")
	if n := s.recent.Len(); n != maxProjects {
		t.Errorf("got %d projects, want %d", n, maxProjects)
	}
}
