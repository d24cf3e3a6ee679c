package framing

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

func collect(t *testing.T, r *Reader) (out []Line) {
	t.Helper()
	for {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		line.Data, line.Tail = bytes.Clone(line.Data), bytes.Clone(line.Tail)
		out = append(out, line)
	}
}

func TestReader(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("b", 300<<10)
	huge := strings.Repeat("h", 900<<10)
	in := "\xEF\xBB\xBFone\r\n\n \r\ntwo\n" + big + "\nthree\n" + huge + "END\nfour\n" + big + "\nfive"
	for name, src := range map[string]io.Reader{
		"whole": strings.NewReader(in), "halves": iotest.HalfReader(strings.NewReader(in)),
		"with the end": iotest.DataErrReader(strings.NewReader(in)),
	} {
		got := collect(t, NewReader(src, 512<<10))
		want := []string{"one", "two", big, "three", huge[:salvageBytes], "four", big, "five"}
		if len(got) != len(want) {
			t.Fatalf("%s: %d lines, want %d", name, len(got), len(want))
		}
		for i, line := range got {
			if string(line.Data) != want[i] || line.Oversized != (i == 4) {
				t.Errorf(
					"%s: line %d: got %d bytes, oversized %t, want %d bytes, oversized %t",
					name, i, len(line.Data), line.Oversized, len(want[i]), i == 4,
				)
			}
		}
		if tail := string(got[4].Tail); len(tail) != salvageBytes || !strings.HasSuffix(tail, "hEND") {
			t.Errorf(
				`%s: got a tail of %d bytes that ends with %q, want %d bytes and "hEND"`,
				name, len(tail), tail[max(0, len(tail)-8):], salvageBytes,
			)
		}
	}
}

// TestEndlessLine: the memory for a line over the limit depends on the limit, not on the
// line. It must not run in parallel with other tests: it counts the memory of the process.
func TestEndlessLine(t *testing.T) {
	const limit = 1 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := NewReader(io.MultiReader(io.LimitReader(endless{}, 64<<20), strings.NewReader("\nnext\n")), limit)
	line, err := r.Next()
	if err != nil || !line.Oversized || len(line.Data) != salvageBytes || len(line.Tail) != salvageBytes {
		t.Errorf(
			"got oversized %t, %d and %d bytes, error %v, want true and twice %d bytes",
			line.Oversized, len(line.Data), len(line.Tail), err, salvageBytes,
		)
	}
	if line, err = r.Next(); err != nil || string(line.Data) != "next" {
		t.Errorf("got line %q, error %v, want next", line.Data, err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 8*limit {
		t.Errorf("got %d bytes allocated, want at most %d for a limit of %d", n, 8*limit, limit)
	}
}

// endless reads as one line without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'y'
	}
	return len(p), nil
}

// FuzzReader compares the reader with a plain split. Its buffer is small, so that small
// inputs take every way through it.
func FuzzReader(f *testing.F) {
	f.Add([]byte("a\nbb\r\n\n\xEF\xBB\xBFc"), uint16(2))
	f.Add(bytes.Repeat([]byte("x"), 200), uint16(100))
	f.Add([]byte(strings.Repeat("y", 90)+"\nz"), uint16(100))
	f.Fuzz(func(t *testing.T, data []byte, limit uint16) {
		most := int(limit) + 1
		var want [][]byte
		for _, line := range bytes.Split(data, []byte("\n")) {
			if len(line) > most {
				want = append(want, line[:min(len(line), salvageBytes)])
			} else if line = clean(line); len(line) > 0 {
				want = append(want, line)
			}
		}
		got := collect(t, newReader(iotest.HalfReader(bytes.NewReader(data)), most, 16))
		if len(got) != len(want) {
			t.Fatalf("%d lines, want %d", len(got), len(want))
		}
		for i := range got {
			// What is kept of a line over the limit depends on where it was noticed.
			if got[i].Oversized && bytes.HasPrefix(want[i], got[i].Data) {
				continue
			}
			if !bytes.Equal(got[i].Data, want[i]) {
				t.Errorf("line %d = %q, want %q", i, got[i].Data, want[i])
			}
		}
	})
}
