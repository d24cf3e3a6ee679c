package stdio

import (
	"bufio"
	"errors"
	"io"
)

// maxLineBytes bounds one message. The gateway has the same bound.
const maxLineBytes = 64 << 20

// line is a line of the input, or the error of reading it.
type line struct {
	text []byte
	err  error
}

// readLines sends the lines of the input until it ends or closed is closed. The last line
// has the error of the input.
func readLines(in io.Reader, lines chan<- line, closed <-chan struct{}) {
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		text, err := readLine(r, maxLineBytes)
		select {
		case lines <- line{text, err}:
		case <-closed:
			return
		}
		if err != nil && !errors.Is(err, errLineTooLong) {
			return
		}
	}
}

var errLineTooLong = errors.New("line too long")

// readLine reads one line, with its line end. A line of more than max bytes is discarded
// and reported as errLineTooLong. The last line needs no line end.
func readLine(r *bufio.Reader, max int) ([]byte, error) {
	var text []byte
	tooLong := false
	for {
		part, err := r.ReadSlice('\n')
		if len(text)+len(part) > max {
			tooLong, text = true, nil
		}
		if !tooLong {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case tooLong && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLineTooLong
		case err == nil:
			return text, nil
		case errors.Is(err, io.EOF) && len(text) > 0:
			return text, nil
		default:
			return nil, err
		}
	}
}
