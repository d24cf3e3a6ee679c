package supervisor

import (
	"bufio"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
)

const (
	// maxStderrLine is the maximum length of a kept line in bytes. It is enough for a stack
	// frame or a JSON log record. Package outputlog also masks a secret that this cut truncates.
	maxStderrLine = outputlog.CutBytes
	// stderrTailLines is the number of lines kept for OutputTail.
	stderrTailLines = 100
)

// ringLine is a kept line of a stream.
type ringLine struct {
	stream string
	text   []byte
}

// stderrDrain reads a child's stderr to its end, so that the child never blocks
// on it, and keeps the last lines.
type stderrDrain struct {
	pipe  *os.File
	ended chan struct{}
	lines atomic.Uint64
	last  atomic.Int64 // Unix ns of the last read

	mu   sync.Mutex
	ring []ringLine
	next int
}

func drainStderr(pipe *os.File, pid int, onLine func(int, []byte)) *stderrDrain {
	d := &stderrDrain{pipe: pipe, ended: make(chan struct{})}
	go d.run(pid, onLine)
	return d
}

func (d *stderrDrain) run(pid int, onLine func(int, []byte)) {
	defer close(d.ended)
	defer d.pipe.Close()
	r := bufio.NewReaderSize(d.pipe, maxStderrLine)
	cut := false // the next read continues a line whose beginning was kept
	for {
		line, err := r.ReadSlice('\n')
		if len(line) > 0 {
			d.last.Store(time.Now().UnixNano())
			if !cut {
				d.keep(pid, trimEOL(line), onLine)
			}
		}
		cut = errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !cut {
			return
		}
	}
}

func (d *stderrDrain) keep(pid int, line []byte, onLine func(int, []byte)) {
	d.lines.Add(1)
	d.remember("stderr", line)
	if onLine != nil {
		onLine(pid, line)
	}
}

// remember adds a line to the ring.
func (d *stderrDrain) remember(stream string, line []byte) {
	line = line[:min(len(line), maxStderrLine)]
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.ring) < stderrTailLines {
		d.ring = append(d.ring, ringLine{})
	}
	d.ring[d.next] = ringLine{stream, append(d.ring[d.next].text[:0], line...)}
	d.next = (d.next + 1) % stderrTailLines
}

func (d *stderrDrain) tail() []outputlog.Entry {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make([]outputlog.Entry, 0, len(d.ring))
	for i := range d.ring {
		at := i
		if len(d.ring) == stderrTailLines {
			at = (d.next + i) % stderrTailLines
		}
		out = append(out, outputlog.Entry{Stream: d.ring[at].stream, Text: string(d.ring[at].text)})
	}
	return out
}

func (d *stderrDrain) lastRead() time.Time {
	if ns := d.last.Load(); ns != 0 {
		return time.Unix(0, ns)
	}
	return time.Time{}
}

func trimEOL(line []byte) []byte {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return line
}
