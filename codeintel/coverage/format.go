package coverage

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Format is a format of reports.
type Format string

// The formats.
const (
	LCOV      Format = "lcov"
	Istanbul  Format = "istanbul"
	GoCover   Format = "go-cover"
	Cobertura Format = "coverage.py" // the Cobertura XML that coverage.py and many others write
)

// ErrFormat is wrapped when a report does not conform to its format.
var ErrFormat = errors.New("malformed coverage report")

// maxHits bounds a number of hits. Reports contain larger numbers if a counter overflowed.
const maxHits = 1 << 40

// Data is the data of a report about one file.
type Data struct {
	Lines     map[int]int    // hits of each executable line, by line number from 1
	Functions map[int]int    // hits of each function, by its first line
	Branches  map[string]int // hits of each branch, by a name that is unique in the file
}

// Report contains the data of a test run, by the file name in the report.
type Report map[string]*Data

func (r Report) file(name string) *Data {
	d := r[name]
	if d == nil {
		d = &Data{Lines: map[int]int{}, Functions: map[int]int{}, Branches: map[string]int{}}
		r[name] = d
	}
	return d
}

// maxLineBytes bounds a line of a report.
const maxLineBytes = 1 << 20

// lines calls do with every line, numbered from 1.
func lines(from io.Reader, do func(number int, line string) error) error {
	s := bufio.NewScanner(from)
	s.Buffer(nil, maxLineBytes)
	for n := 1; s.Scan(); n++ {
		if err := do(n, s.Text()); err != nil {
			return err
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%w: a line is longer than %d bytes", ErrFormat, maxLineBytes)
	}
	return s.Err()
}

func malformed(line int, problem string) error {
	return fmt.Errorf("%w: line %d: %s", ErrFormat, line, problem)
}
