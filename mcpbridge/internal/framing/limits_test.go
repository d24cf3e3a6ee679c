package framing

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestLineLimit: a line of exactly the limit is returned whole, one byte more is
// oversized, wherever the line ends within the buffers of the reader.
func TestLineLimit(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 100, readBytes - 1, readBytes, readBytes + 1, 2 * readBytes, growFrom, growFrom + 1} {
		for _, extra := range []int{-1, 0, 1, 2} {
			for name, source := range map[string]func(io.Reader) io.Reader{
				"whole reads": func(r io.Reader) io.Reader { return r }, "half reads": iotest.HalfReader,
				"end with the data": iotest.DataErrReader,
			} {
				for _, end := range []string{"\n", "\nnext\n", ""} {
					n := limit + extra
					t.Run(fmt.Sprintf("limit %d, %d bytes and %q, %s", limit, n, end, name), func(t *testing.T) {
						text := strings.Repeat("x", n) + end
						checkLineLimit(t, NewReader(source(strings.NewReader(text)), limit), limit, n, end)
					})
				}
			}
		}
	}
}

// checkLineLimit reads a line of n bytes, and what follows it.
func checkLineLimit(t *testing.T, r *Reader, limit, n int, end string) {
	t.Helper()
	if n > 0 {
		line, err := r.Next()
		data, tail := n, 0
		if n > limit {
			data, tail = min(n, salvageBytes), min(n, salvageBytes)
		}
		if err != nil || line.Oversized != (n > limit) || len(line.Data) != data || len(line.Tail) != tail {
			t.Fatalf("got %d and %d bytes, oversized %t, error %v, want %d and %d, %t, none",
				len(line.Data), len(line.Tail), line.Oversized, err, data, tail, n > limit)
		}
	}
	if strings.Contains(end, "next") {
		if line, err := r.Next(); err != nil || string(line.Data) != "next" {
			t.Errorf("got %.20q, error %v, want the next line", line.Data, err)
		}
	}
	if line, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("got a further line %.20q, error %v, want %v", line.Data, err, io.EOF)
	}
}

// TestReadError: the data before an error is returned first, then the error, every time.
func TestReadError(t *testing.T) {
	t.Parallel()
	failure := errors.New("unplugged")
	for _, tt := range []struct {
		name, data string
		lines      []int // lengths
		oversized  bool  // the last one
	}{
		{"nothing", "", nil, false},
		{"after a line", "one\n", []int{3}, false},
		{"within a line", "one\ntw", []int{3, 2}, false},
		{"within a line above the buffer", strings.Repeat("x", readBytes+5), []int{readBytes + 5}, false},
		{"within a line above the limit", strings.Repeat("x", 3*readBytes), []int{salvageBytes}, true},
		{"after white space", "one\n  \r", []int{3}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := NewReader(io.MultiReader(strings.NewReader(tt.data), iotest.ErrReader(failure)), 2*readBytes)
			for i, want := range tt.lines {
				line, err := r.Next()
				oversized := tt.oversized && i == len(tt.lines)-1
				if err != nil || len(line.Data) != want || line.Oversized != oversized {
					t.Errorf("line %d: got %d bytes, oversized %t, error %v, want %d, %t, none",
						i, len(line.Data), line.Oversized, err, want, oversized)
				}
			}
			for range 2 {
				if line, err := r.Next(); !errors.Is(err, failure) {
					t.Errorf("got %q, error %v, want %v", line.Data, err, failure)
				}
			}
		})
	}
}

// TestOwnedLine: a line above the buffer keeps its bytes when further lines are read.
func TestOwnedLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 2*readBytes)
	r := NewReader(strings.NewReader(long+"\nshort\n"+strings.Repeat("b", 2*readBytes)+"\n"), 4*readBytes)
	first, err := r.Next()
	if err != nil || !first.Owned {
		t.Fatalf("got owned %t, error %v, want true, none", first.Owned, err)
	}
	if second, err := r.Next(); err != nil || second.Owned || string(second.Data) != "short" {
		t.Errorf("got %.20q, owned %t, error %v, want short, false, none", second.Data, second.Owned, err)
	}
	if third, err := r.Next(); err != nil || !third.Owned || third.Data[0] != 'b' {
		t.Errorf("got %.20q, owned %t, error %v, want another owned line", third.Data, third.Owned, err)
	}
	if string(first.Data) != long {
		t.Errorf("the bytes of the first line changed to %.20q, want %.20q", first.Data, long)
	}
}
