//go:build unix

package corecli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// alive makes a named pipe that all processes of a script keep open. ready waits until one
// of them writes to it, gone until all of them have ended.
func alive(t *testing.T) (name string, ready, gone func()) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "alive")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	opened := make(chan *os.File, 1)
	go func() {
		f, err := os.Open(name) // waits for a writer
		if err != nil {
			t.Error(err)
		}
		opened <- f
	}()
	var pipe *os.File
	ready = func() {
		pipe = <-opened
		if _, err := pipe.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
	}
	gone = func() {
		if pipe == nil {
			pipe = <-opened
		}
		defer pipe.Close()
		end := make(chan error, 1)
		go func() {
			_, err := io.Copy(io.Discard, pipe)
			end <- err
		}()
		select {
		case err := <-end:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(30 * time.Second):
			t.Error("got a process that still runs after 30 seconds, want none")
			_ = pipe.SetReadDeadline(time.Now())
			<-end
		}
	}
	return name, ready, gone
}

// family returns a script that waits, with a child and a grandchild that wait too. trap is a
// shell command that all of them inherit, such as one that makes them ignore SIGTERM.
func family(fifo, trap string) string {
	return trap + "\n" +
		"exec 3>" + fifo + "\n" +
		"(sh -c 'echo x >&3; sleep 600; true' & sleep 600; true) &\n" +
		"sleep 600\n" +
		"true"
}

// TestTimeoutEndsAllProcesses checks that a program which exceeds the time limit is ended
// with all its children, even if they ignore SIGTERM.
func TestTimeoutEndsAllProcesses(t *testing.T) {
	for _, trap := range []string{"", "trap '' TERM"} {
		fifo, _, gone := alive(t)
		c := find(t, family(fifo, trap))
		c.timeout = 500 * time.Millisecond
		_, err := c.Coverage(t.Context(), t.TempDir())
		wantError(t, err, Timeout, "500ms")
		gone()
	}
}

// TestCancelEndsAllProcesses checks that a cancelled call ends all processes, and that a
// cancelled call which waits for a slot returns.
func TestCancelEndsAllProcesses(t *testing.T) {
	fifo, ready, gone := alive(t)
	c := find(t, family(fifo, ""))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		ready()
		cancel()
	}()
	if _, err := c.Coverage(ctx, t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
	gone()
	for range cap(c.slots) {
		c.slots <- struct{}{}
	}
	if _, err := c.Coverage(ctx, t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Errorf("no free slot: got error %v, want %v", err, context.Canceled)
	}
}

// TestEndsRemainingChildren checks that the result of a program does not wait for its
// children, which keep the output open, and that the children are ended.
func TestEndsRemainingChildren(t *testing.T) {
	fifo, _, gone := alive(t)
	c := find(t, "exec 3>"+fifo+"\nsleep 600 &\necho '{\"overall\":0.5,\"by_file\":{}}'")
	found, err := c.Coverage(t.Context(), t.TempDir())
	if err != nil || *found.Overall.Ratio != 0.5 {
		t.Errorf("got %+v, %v, want ratio 0.5", found, err)
	}
	gone()
}

// TestOutputLimitEndsAllProcesses checks that a program which prints too much is ended.
func TestOutputLimitEndsAllProcesses(t *testing.T) {
	fifo, _, gone := alive(t)
	c := find(t, "exec 3>"+fifo+"\nyes '[INFO] much' &\nyes '[INFO] more'")
	_, err := c.Coverage(t.Context(), t.TempDir())
	wantError(t, err, Failed, "more than 64 MiB")
	gone()
}

// TestReadsLargeResult checks that a result of one megabyte is complete, although the
// program also prints megabytes to standard error.
func TestReadsLargeResult(t *testing.T) {
	c := find(t, `yes warning | head -c 3000000 >&2
printf '['
i=0
while [ $i -lt 2000 ]; do
	printf '{"type":"Fn","name":"f%d","file":"a.ts","line":%d,"x":"%0500d"},' $i $i 0
	i=$((i+1))
done
echo '{"type":"Fn","name":"z","file":"a.ts"}]'`)
	found, err := c.Scan(t.Context(), ScanRequest{Root: t.TempDir(), Languages: []string{"ts"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Elements) != 2001 {
		t.Errorf("got %d elements, want 2001", len(found.Elements))
	}
}

// TestStartFailureHidesPath checks the error if the program was removed after it was found.
func TestStartFailureHidesPath(t *testing.T) {
	c := find(t, "")
	if err := os.Remove(c.argv[0]); err != nil {
		t.Fatal(err)
	}
	_, err := c.Coverage(t.Context(), t.TempDir())
	wantError(t, err, NotFound, "cannot be started: no such file or directory")
	if strings.Contains(err.Error(), "/") {
		t.Errorf("got %v, want no path in it", err)
	}
}
