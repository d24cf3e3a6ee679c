package objects

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"

	"github.com/coderef-system/coderefd/codeintel/repository/files"
)

// readLoose returns the object in a file of its own. ok is false if there is no such file. If
// content is false, it returns only the kind.
func readLoose(
	opener files.Opener, dir string, id ID, limit int64, content bool,
) (kind Kind, data []byte, ok bool, err error) {
	name := id.String()
	f, err := opener.Open(filepath.Join(dir, name[:2], name[2:]), maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil, false, nil
	}
	if err != nil {
		return 0, nil, false, err
	}
	defer f.Close()
	z, done, err := inflate(f)
	if err != nil {
		return 0, nil, false, err
	}
	defer done()
	kind, data, err = parseLoose(z, limit, content)
	return kind, data, err == nil, err
}

// parseLoose reads an inflated loose object: its kind, a space, its size, a zero byte, and its
// content.
func parseLoose(from io.Reader, limit int64, content bool) (Kind, []byte, error) {
	const longest = 32
	in := bufio.NewReaderSize(from, longest)
	header, err := in.ReadSlice(0)
	if err != nil {
		return 0, nil, fmt.Errorf("%w loose object: no header", errCorrupt)
	}
	word, number, _ := bytes.Cut(header[:len(header)-1], []byte(" "))
	kind, known := kindOf(string(word))
	size, err := strconv.ParseInt(string(number), 10, 64)
	if !known || err != nil || size < 0 {
		return 0, nil, fmt.Errorf("%w loose object: bad header", errCorrupt)
	}
	if !content {
		return kind, nil, nil
	}
	if size > limit {
		return 0, nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, size)
	}
	data, err := readExactly(in, size)
	return kind, data, err
}
