package objects

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"sync"
)

// inflaters keeps zlib readers: a new one allocates 40 KB.
var inflaters sync.Pool //nolint:gochecknoglobals // safe for concurrent use

// inflate returns a reader of zlib data and a function that gives the reader back.
func inflate(from io.Reader) (io.Reader, func(), error) {
	buffered := bufio.NewReaderSize(from, 4<<10)
	if z, ok := inflaters.Get().(io.ReadCloser); ok {
		if err := z.(zlib.Resetter).Reset(buffered, nil); err != nil {
			return nil, nil, fmt.Errorf("%w: %w", errCorrupt, err)
		}
		return z, func() { inflaters.Put(z) }, nil
	}
	z, err := zlib.NewReader(buffered)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errCorrupt, err)
	}
	return z, func() { inflaters.Put(z) }, nil
}

// inflateExactly inflates data that must have the given size.
func inflateExactly(from io.Reader, size int64) ([]byte, error) {
	z, done, err := inflate(from)
	if err != nil {
		return nil, err
	}
	defer done()
	return readExactly(z, size)
}

// readExactly reads to the end of from, which must be at size bytes. It does not trust size for
// its first allocation.
func readExactly(from io.Reader, size int64) ([]byte, error) {
	const trusted = 1 << 20
	out := bytes.NewBuffer(make([]byte, 0, min(size, trusted)+bytes.MinRead))
	n, err := out.ReadFrom(io.LimitReader(from, size+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errCorrupt, err)
	}
	if n != size {
		return nil, fmt.Errorf("%w: the size is not the recorded %d bytes", errCorrupt, size)
	}
	return out.Bytes(), nil
}
