package output

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

// PrintTable prints rows in columns under a heading. Without rows it prints nothing.
func PrintTable(w io.Writer, heading []string, rows [][]string) error {
	if len(rows) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{heading}, rows...) {
		line := strings.Join(row, "\t")
		fmt.Fprintln(t, strings.TrimRight(line, "\t "))
	}
	return t.Flush()
}

// WrapLast wraps the last cell of each row and distributes it over as many rows as necessary.
func WrapLast(rows [][]string, width int) [][]string {
	var out [][]string
	for _, row := range rows {
		last := len(row) - 1
		for i, line := range Wrap(row[last], width) {
			next := make([]string, len(row))
			if i == 0 {
				copy(next, row)
			}
			next[last] = line
			out = append(out, next)
		}
	}
	return out
}

// Wrap breaks a text into lines of at most width characters at spaces. A longer word gets a line of its own.
func Wrap(s string, width int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(s) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(word) <= width:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}
