package framing

import (
	"bytes"
	"io"
	"slices"
)

const (
	// readBytes is the size of the read buffer, and of the steps in which longer lines
	// are read.
	readBytes = 64 << 10
	// growFrom is the smallest allocation for a line over readBytes. growHint bounds the
	// allocation that the size of the previous long line suggests.
	growFrom = 256 << 10
	growHint = 4 << 20
	// salvageBytes is kept of each end of a line over the limit.
	salvageBytes = 4 << 10
)

// Line is one line without its line end.
type Line struct {
	// Data is valid until the next call of Next, or without limit if Owned.
	Data  []byte
	Owned bool
	// Oversized means that the line was over the limit: Data is its beginning, Tail its
	// end, up to salvageBytes each; the rest was discarded.
	Oversized bool
	Tail      []byte
}

// Reader splits a stream into lines of bounded length. It is not safe for
// concurrent use.
type Reader struct {
	src   io.Reader
	limit int
	buf   []byte // read but not yet returned: buf[start:end]
	start int
	end   int
	err   error
	hint  int // length of the last line over readBytes
}

// NewReader returns a Reader of src whose lines may have up to limit bytes.
func NewReader(src io.Reader, limit int) *Reader { return newReader(src, limit, readBytes) }

func newReader(src io.Reader, limit, size int) *Reader {
	return &Reader{src: src, limit: limit, buf: make([]byte, size)}
}

// Next returns the next line that is not empty. At the end of the stream it returns the data
// after the last line end, if there is any, and then the error.
func (r *Reader) Next() (Line, error) {
	for {
		line, err := r.next()
		if err != nil {
			return Line{}, err
		}
		if !line.Oversized {
			line.Data = clean(line.Data)
		}
		if len(line.Data) > 0 {
			return line, nil
		}
	}
}

func (r *Reader) next() (Line, error) {
	seen := 0
	for {
		if i := bytes.IndexByte(r.buf[r.start+seen:r.end], '\n'); i >= 0 {
			return r.short(r.take(seen + i)), nil
		}
		seen = r.end - r.start
		if r.err != nil {
			return r.rest()
		}
		if seen == len(r.buf) {
			return r.long()
		}
		r.fill()
	}
}

// take returns n buffered bytes and skips the line end after them.
func (r *Reader) take(n int) []byte {
	data := r.buf[r.start : r.start+n]
	r.start += n + 1
	return data
}

// short applies the limit to a line that fits in the buffer.
func (r *Reader) short(data []byte) Line {
	if len(data) <= r.limit {
		return Line{Data: data}
	}
	return Line{
		Data: data[:min(len(data), salvageBytes)], Tail: data[max(0, len(data)-salvageBytes):],
		Oversized: true,
	}
}

// rest returns the data after the last line end.
func (r *Reader) rest() (Line, error) {
	if r.start == r.end {
		return Line{}, r.err
	}
	data := r.buf[r.start:r.end]
	r.start = r.end
	return r.short(data), nil
}

// fill appends one read to the buffer.
func (r *Reader) fill() {
	if r.start > 0 {
		copy(r.buf, r.buf[r.start:r.end])
		r.start, r.end = 0, r.end-r.start
	}
	n, err := r.src.Read(r.buf[r.end:])
	r.end += n
	r.err = err
}

// long reads a line that is longer than the buffer into its own memory.
func (r *Reader) long() (Line, error) {
	step := len(r.buf)
	size := min(max(r.hint+step, growFrom), growHint)
	line := append(make([]byte, 0, size), r.buf[r.start:r.end]...)
	r.start, r.end = 0, 0
	for {
		if len(line) > r.limit {
			return r.drain(line)
		}
		if cap(line)-len(line) < step {
			line = slices.Grow(line, cap(line))
		}
		n, err := r.src.Read(line[len(line) : len(line)+step])
		chunk := line[len(line) : len(line)+n]
		if i := bytes.IndexByte(chunk, '\n'); i >= 0 {
			r.end = copy(r.buf, chunk[i+1:])
			r.err = err
			line = line[:len(line)+i]
			return r.owned(line), nil
		}
		line = line[:len(line)+n]
		if err != nil {
			r.err = err
			return r.owned(line), nil //nolint:nilerr // the next call returns r.err
		}
	}
}

func (r *Reader) owned(line []byte) Line {
	r.hint = len(line)
	if len(line) > r.limit {
		return r.short(line)
	}
	return Line{Data: line, Owned: true}
}

// drain discards an oversized line except for its ends.
func (r *Reader) drain(line []byte) (Line, error) {
	out := Line{Data: slices.Clone(line[:min(len(line), salvageBytes)]), Oversized: true, Owned: true}
	tail := slices.Clone(line[max(0, len(line)-salvageBytes):])
	for {
		n, err := r.src.Read(r.buf)
		chunk := r.buf[:n]
		i := bytes.IndexByte(chunk, '\n')
		if i >= 0 {
			chunk = chunk[:i]
		}
		tail = append(tail, chunk[max(0, len(chunk)-salvageBytes):]...)
		tail = append(tail[:0], tail[max(0, len(tail)-salvageBytes):]...)
		if i >= 0 {
			r.start, r.end = i+1, n
		}
		r.err = err
		if i >= 0 || err != nil {
			out.Tail = tail
			return out, nil //nolint:nilerr // the next call returns r.err
		}
	}
}

// clean strips a byte order mark, which Windows servers write before their first message,
// and white space at both ends.
func clean(line []byte) []byte {
	line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF"))
	return bytes.Trim(line, " \t\r")
}
