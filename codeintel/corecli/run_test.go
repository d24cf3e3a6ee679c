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

// alive makes a pipe that every process of a script can hold open. ready returns
// once one writes into it, gone once none is left.
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
			t.Error("a process of the program is left")
			_ = pipe.SetReadDeadline(time.Now())
			<-end
		}
	}
	return name, ready, gone
}

// family is a program that waits, with a child and a grandchild that do so too and
// all of them deaf to SIGTERM where trap says so.
func family(fifo, trap string) string {
	return trap + "\nexec 3>" + fifo + "\n(sh -c 'echo x >&3; sleep 600; true' & sleep 600; true) &\nsleep 600\ntrue"
}

// TestTimeout: a program that takes too long is ended with all its children, also
// if they do not listen.
func TestTimeout(t *testing.T) {
	for _, trap := range []string{"", "trap '' TERM"} {
		fifo, _, gone := alive(t)
		c := find(t, family(fifo, trap))
		c.timeout = 500 * time.Millisecond
		_, err := c.Coverage(t.Context(), t.TempDir())
		wants(t, err, Timeout, "500ms")
		gone()
	}
}

func TestCancel(t *testing.T) {
	fifo, ready, gone := alive(t)
	c := find(t, family(fifo, ""))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		ready()
		cancel()
	}()
	if _, err := c.Coverage(ctx, t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	gone()
	// Who waits for a place is let go, too.
	for range cap(c.slots) {
		c.slots <- struct{}{}
	}
	if _, err := c.Coverage(ctx, t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Errorf("without a place: %v", err)
	}
}

// TestChildrenLeft: a program that ends well and leaves children behind, which keep
// its output open, answers at once and leaves none.
func TestChildrenLeft(t *testing.T) {
	fifo, _, gone := alive(t)
	c := find(t, "exec 3>"+fifo+"\nsleep 600 &\necho '{\"overall\":0.5,\"by_file\":{}}'")
	found, err := c.Coverage(t.Context(), t.TempDir())
	if err != nil || *found.Overall.Ratio != 0.5 {
		t.Errorf("%+v, %v", found, err)
	}
	gone()
}

func TestTooMuch(t *testing.T) {
	fifo, _, gone := alive(t)
	c := find(t, "exec 3>"+fifo+"\nyes '[INFO] much' &\nyes '[INFO] more'")
	_, err := c.Coverage(t.Context(), t.TempDir())
	wants(t, err, Failed, "more than 64 MiB")
	gone()
}

// TestLargeAnswer: an answer of some megabytes comes whole, with much on standard
// error beside it.
func TestLargeAnswer(t *testing.T) {
	c := find(t, `yes warning | head -c 3000000 >&2
printf '['; i=0; while [ $i -lt 2000 ]; do printf '{"type":"Fn","name":"f%d","file":"a.ts","line":%d,"x":"%0500d"},' $i $i 0; i=$((i+1)); done; echo '{"type":"Fn","name":"z","file":"a.ts"}]'`)
	found, err := c.Scan(t.Context(), ScanRequest{Root: t.TempDir(), Languages: []string{"ts"}})
	if err != nil || len(found.Elements) != 2001 {
		t.Fatalf("%v", err)
	}
}

// TestGone: the program was removed after it was found.
func TestGone(t *testing.T) {
	c := find(t, "")
	if err := os.Remove(c.argv[0]); err != nil {
		t.Fatal(err)
	}
	_, err := c.Coverage(t.Context(), t.TempDir())
	wants(t, err, NotFound, "cannot be started: no such file or directory")
	if strings.Contains(err.Error(), "/") {
		t.Errorf("a path is told: %v", err)
	}
}
