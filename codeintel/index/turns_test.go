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

// TestCancelledCall: the first call is cancelled at its first sign of progress.
// The next one is not disturbed.
func TestCancelledCall(t *testing.T) {
	p := open(project(t))
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := p.Query(ctx, callersOf("f"), func(int, int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if got := callers(t, p, "f"); len(got) != 1 {
		t.Errorf("after a cancelled call: callers %v", got)
	}
	if _, err := p.Scan(ctx, ScanOptions{Extensions: []string{".ts"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("scan with a cancelled context: %v", err)
	}
}

// TestCancelledResolve: what a call that is cancelled has resolved stays; the next
// question needs only the rest.
func TestCancelledResolve(t *testing.T) {
	dir := project(t)
	const files = 40
	for i := range files {
		write(t, filepath.Join(dir, fmt.Sprintf("c%d.ts", i)), fmt.Sprintf("import { f } from './a';\nexport function c%d() { f(); }\n", i))
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
		t.Errorf("%d files are resolved after %v", n, err)
	}
	if got := callers(t, p, "a.ts#f"); len(got) != files+1 {
		t.Errorf("%d callers, want %d", len(got), files+1)
	}
}

// TestWaitingForATurn: a call that waits for another gives up when it is
// cancelled.
func TestWaitingForATurn(t *testing.T) {
	p := open(project(t))
	p.turn <- struct{}{} // somebody else's
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
		t.Errorf("callers %v", got)
	}
}

// broken is an analyzer with a defect.
type broken struct{ facts.Analyzer }

func (broken) Resolve(context.Context, []string, facts.Depth, func(facts.File), facts.Progress) ([]source.Probe, error) {
	panic("defect")
}

// TestPanicLosesNothing: a call that ends in a panic leaves a project that still
// answers.
func TestPanicLosesNothing(t *testing.T) {
	p := open(project(t))
	if _, err := p.Query(context.Background(), callersOf("nothing"), nil); err == nil {
		t.Fatal("found what is not there")
	}
	for _, v := range p.views {
		if v.analyzer != nil {
			v.analyzer = broken{v.analyzer}
		}
	}
	func() {
		defer func() {
			if r := recover(); r != "defect" {
				t.Errorf("recovered %v", r)
			}
		}()
		callers(t, p, "f")
	}()
	if got := callers(t, p, "f"); len(got) != 1 {
		t.Errorf("callers %v", got)
	}
}

// TestManyCallers: calls at the same time, while files change, are answered from
// one state or the other.
func TestManyCallers(t *testing.T) {
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
				if got != "@Fn/b.ts#g" && got != "@Fn/b.ts#h" && got != "" { // while it is written, the file is empty
					t.Errorf("callers %q", got)
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
		t.Errorf("in the end the callers are %q", got)
	}
}

// TestChangedDuringScan: a file that changes after a scan has looked at it and
// before it is read is one that changed, for the next question too.
func TestChangedDuringScan(t *testing.T) {
	dir := project(t)
	for i := range 64 { // more than are read at a time
		write(t, filepath.Join(dir, fmt.Sprintf("m%d.ts", i)), "export {};\n")
	}
	late := filepath.Join(dir, "z.ts")
	write(t, late, "export {};\n")
	p := open(dir)
	for changed := true; changed; { // until all stamps are proofs
		callers(t, p, "a.ts#f")
		var err error
		if changed, err = p.tree.Look(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	edit := sync.OnceFunc(func() { write(t, late, "import { f } from './a';\nexport function z() { f(); }\n") })
	found, err := p.Scan(context.Background(), ScanOptions{Extensions: []string{".ts"}, Progress: func(int, int) { edit() }})
	if err != nil || !slices.ContainsFunc(found.Elements, func(e Listed) bool { return e.Name == "z" }) {
		t.Fatalf("the scan has read %s too early, or failed: %v", late, err)
	}
	if got := strings.Join(callers(t, p, "a.ts#f"), " "); got != "@Fn/b.ts#g @Fn/z.ts#z" {
		t.Errorf("callers %q", got)
	}
	fresh, err := open(dir).Scan(context.Background(), ScanOptions{Extensions: []string{".ts"}})
	if err != nil || found.Digest != fresh.Digest {
		t.Errorf("digest %s, that of the contents is %s, %v", found.Digest, fresh.Digest, err)
	}
}

// clock stands in for timers: nothing happens until the test says so.
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

// quietStore returns a store that does nothing by itself unless the clock runs.
func quietStore() (*Store, *clock) {
	c := &clock{}
	s := NewStore(Options{})
	s.after = c.after
	return s, c
}

// open returns a project of a store of its own.
func open(root string) *Project {
	s, _ := quietStore()
	return s.Project(root)
}

// run runs all timers of so much time, and returns how many.
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

// TestRest: projects give memory back when nothing was asked for a while, and
// answer as before.
func TestRest(t *testing.T) {
	s, c := quietStore()
	dir := project(t)
	p := s.Project(dir)
	for range 3 {
		if got := callers(t, p, "f"); len(got) != 1 {
			t.Errorf("callers %v", got)
		}
	}
	if !p.live {
		t.Fatal("nothing to release after a query")
	}
	if ran := c.run(idleTime); ran != 1 || p.live {
		t.Fatalf("%d timers ran, released: %v", ran, !p.live)
	}
	if got := callers(t, p, "f"); len(got) != 1 {
		t.Errorf("after a rest: callers %v", got)
	}
	write(t, filepath.Join(dir, "c.ts"), "import { f } from './a';\nexport function late() { f(); }\n")
	if got := callers(t, p, "f"); len(got) != 2 {
		t.Errorf("after a rest and an edit: callers %v", got)
	}
	s.Close()
	if ran := c.run(idleTime); ran != 0 {
		t.Errorf("%d timers ran in a closed store", ran)
	}
}

// TestRestWaitsForCalls: nothing is released while a call runs.
func TestRestWaitsForCalls(t *testing.T) {
	s, c := quietStore()
	p := s.Project(project(t))
	callers(t, p, "f")
	_, err := p.Query(context.Background(), callersOf("nothing"), func(int, int) { c.run(idleTime) })
	if err == nil || !p.live {
		t.Errorf("released during a call: %v, %v", !p.live, err)
	}
}

// TestFewStayLive: of many projects that are asked, those asked last keep what
// makes changes cheap.
func TestFewStayLive(t *testing.T) {
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
			t.Errorf("project %d is live: %v", i, p.live)
		}
	}
	if got := callers(t, all[0], "f"); len(got) != 1 {
		t.Errorf("callers %v", got)
	}
}

// TestStoreKeepsWhatIsAsked: a project is not dropped while calls run or wait.
func TestStoreKeepsWhatIsAsked(t *testing.T) {
	s, _ := quietStore()
	p := s.Project(project(t))
	_, err := p.Query(context.Background(), callersOf("f"), func(int, int) {
		for i := range maxProjects + 1 {
			s.Project(fmt.Sprintf("/p%d", i))
		}
	})
	if err != nil || s.Project(p.root) != p {
		t.Errorf("dropped while it was asked: %v", err)
	}
	s.Project("/another")
	if n := s.recent.Len(); n != maxProjects {
		t.Errorf("%d projects are kept", n)
	}
}
