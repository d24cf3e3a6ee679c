package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/internal/cli/output"
)

// The widest cell of a table, and the widest list that fits in one line, in characters.
const (
	maxCell = 60
	maxLine = 100
)

// printStructured prints the structured content of a result for people: its values one per line, and its lists
// of objects as tables, or as trees if the objects contain lists of objects. It returns false and prints nothing
// if the result has text of its own, that is, a text other than the structured content. Warnings, and
// the subject of code-intelligence results, are printed to stderr.
func printStructured(w, stderr io.Writer, r mcpResult) (bool, error) {
	v, err := readOrdered(r.StructuredContent)
	if err != nil || v.object == nil || !r.isSerialized() {
		return false, nil //nolint:nilerr // the content is printed in another way
	}
	for _, warning := range v.get("warnings").list {
		fmt.Fprintf(stderr, "warning: %s\n", output.Clean(warning.text()))
	}
	apart := []string{"success", "warnings", "next_cursor"}
	if !v.get("success").isNull() { // a code-intelligence tool
		var about struct {
			Subject subject `json:"subject"`
		}
		if json.Unmarshal(r.StructuredContent, &about) == nil {
			about.Subject.print(stderr)
			apart = append(apart, "subject")
		}
	}
	var b bytes.Buffer
	t := tree{w: &b}
	t.object(slices.DeleteFunc(slices.Clone(v.object), func(m member) bool { return slices.Contains(apart, m.name) }))
	if cursor := v.get("next_cursor").text(); cursor != "" {
		fmt.Fprintf(&b, "\nthe next page: --arg cursor=%s\n", output.Clean(cursor))
	}
	_, err = b.WriteTo(w)
	return true, err
}

// object prints the members of an object: first those that fit in one line each, then the others.
func (t tree) object(members []member) {
	var short [][2]string
	var long []member
	for _, m := range members {
		if line, ok := oneLine(m.value); ok {
			if line != "" {
				short = append(short, [2]string{label(m.name), line})
			}
		} else {
			long = append(long, m)
		}
	}
	width := 0
	for _, s := range short {
		width = max(width, utf8.RuneCountInString(s[0]))
	}
	for _, s := range short {
		fmt.Fprintf(t.w, "%s%-*s  %s\n", t.indent, width, s[0], s[1])
	}
	for i, m := range long {
		if t.indent == "" && (i > 0 || len(short) > 0) {
			t.w.WriteByte('\n')
		}
		t.member(m)
	}
}

// member prints a member that does not fit in one line.
func (t tree) member(m member) {
	inner := tree{w: t.w, indent: t.indent + "  "}
	switch {
	case m.object != nil:
		fmt.Fprintf(t.w, "%s%s\n", t.indent, label(m.name))
		inner.object(m.object)
	case m.isList && isTable(m.list):
		fmt.Fprintf(t.w, "%s%s (%d)\n", t.indent, label(m.name), len(m.list))
		inner.table(m.list)
	case m.isList:
		fmt.Fprintf(t.w, "%s%s (%d)\n", t.indent, label(m.name), len(m.list))
		inner.items(m.list)
	default:
		fmt.Fprintf(t.w, "%s%s\n", t.indent, label(m.name))
		inner.text(m.text())
	}
}

// items prints the items of a list that is not a table: an object as a line with its short members and, below
// it, the others.
func (t tree) items(list []value) {
	inner := tree{w: t.w, indent: t.indent + "  "}
	for _, item := range list {
		if item.object == nil {
			t.text(item.text())
			continue
		}
		cells, rest := []string{}, []member{}
		for _, m := range cellsOf(item.object) {
			if line, ok := oneLine(m.value); !ok {
				rest = append(rest, m)
			} else if line != "" && line != "no" {
				cells = append(cells, describe(m.name, line))
			}
		}
		fmt.Fprintf(t.w, "%s%s\n", t.indent, strings.Join(cells, "  "))
		for _, m := range rest {
			inner.member(m)
		}
	}
}

// text prints a text of several lines.
func (t tree) text(text string) {
	for line := range strings.SplitSeq(strings.TrimRight(output.Clean(text), "\n"), "\n") {
		fmt.Fprintf(t.w, "%s%s\n", t.indent, line)
	}
}

// describe names a cell, unless its text explains itself.
func describe(name, line string) string {
	switch name {
	case placeColumn, "name", "id", "type", "kind", "severity", "relation", "message", "file":
		return line
	}
	if line == "yes" {
		return label(name)
	}
	return label(name) + " " + line
}
