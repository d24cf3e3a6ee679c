package coverage

import (
	"io"
	"strconv"
	"strings"
)

// maxBlockLines bounds the lines of one block of a Go profile. Real code has no longer blocks,
// and a forged profile must not exhaust the memory.
const maxBlockLines = 100_000

// parseGoCover reads a profile of go test -coverprofile: "mode: …", then lines of the form
// name.go:line.column,line.column statements hits. The hits of a line are the most hits of a
// block on it.
func parseGoCover(from io.Reader) (Report, error) {
	report := Report{}
	err := lines(from, func(n int, line string) error {
		if line = strings.TrimSpace(line); line == "" {
			return nil
		}
		if strings.HasPrefix(line, "mode:") { // concatenated profiles repeat it
			return nil
		}
		if n == 1 {
			return malformed(n, "it does not begin with a mode")
		}
		colon := strings.LastIndexByte(line, ':')
		if colon <= 0 {
			return malformed(n, "not a block of the form name.go:line.column,line.column statements hits")
		}
		first, last, statements, hits, ok := goBlock(line[colon+1:])
		if !ok {
			return malformed(n, "not a block of the form name.go:line.column,line.column statements hits")
		}
		if statements == 0 {
			return nil // the block contains no executable code
		}
		d := report.file(line[:colon])
		for at := first; at <= last; at++ {
			if old, known := d.Lines[at]; !known || hits > old {
				d.Lines[at] = hits
			}
		}
		return nil
	})
	return report, err
}

// goBlock reads the part of a block after the file name, such as "3.14,5.2 1 0".
func goBlock(text string) (first, last, statements, hits int, ok bool) {
	fields := strings.Fields(text)
	if len(fields) != 3 {
		return 0, 0, 0, 0, false
	}
	from, to, comma := strings.Cut(fields[0], ",")
	from, _, _ = strings.Cut(from, ".")
	to, column, _ := strings.Cut(to, ".")
	first, err1 := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	statements, err3 := strconv.Atoi(fields[1])
	hits, known := hitsOf(fields[2])
	if last > first && column == "1" {
		last-- // the block ends before that line
	}
	ok = comma && err1 == nil && err2 == nil && err3 == nil && known &&
		first >= 1 && last >= first && last-first < maxBlockLines
	return first, last, statements, hits, ok
}
