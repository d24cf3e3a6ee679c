package result

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/internal/cli/output"
)

// placeColumn is the column that contains the file and the line of an object.
const placeColumn = "place"

// isTable reports whether all items of a list are objects whose members fit in cells.
func isTable(list []value) bool {
	return !slices.ContainsFunc(list, func(item value) bool {
		return item.object == nil || slices.ContainsFunc(cellsOf(item.object), func(m member) bool {
			_, ok := oneLine(m.value)
			return !ok
		})
	})
}

// table prints objects as rows. A member that no object has, or that is "no" in every object, gets no column. The
// ids come last, because they are long.
func (t tree) table(list []value) {
	var columns []string
	rows := make([]map[string]string, len(list))
	used := map[string]bool{}
	for i, item := range list {
		rows[i] = map[string]string{}
		for _, m := range cellsOf(item.object) {
			line, _ := oneLine(m.value)
			rows[i][m.name] = output.Cut(line, maxCell)
			if !slices.Contains(columns, m.name) {
				columns = append(columns, m.name)
			}
			used[m.name] = used[m.name] || line != "" && line != "no"
		}
	}
	columns = slices.DeleteFunc(columns, func(name string) bool { return !used[name] })
	slices.SortStableFunc(columns, func(a, b string) int { return rank(a) - rank(b) })
	heading := make([]string, len(columns))
	for i, name := range columns {
		heading[i] = strings.ToUpper(label(name))
	}
	cells := make([][]string, len(rows))
	for i, row := range rows {
		for _, name := range columns {
			cells[i] = append(cells[i], output.Dash(row[name]))
		}
	}
	var b bytes.Buffer
	// A buffer does not fail.
	_ = output.PrintTable(&b, heading, cells)
	for line := range strings.Lines(b.String()) {
		t.w.WriteString(t.indent + line)
	}
}

func rank(column string) int {
	if column == "id" {
		return 1
	}
	return 0
}

// cellsOf returns the members of an object for one row: the members of inner objects that contain only scalars
// replace these objects, if their names do not occur twice, and the place is merged.
func cellsOf(object []member) []member {
	var out []member
	names := map[string]int{}
	for _, m := range object {
		for _, c := range parts(m) {
			out = append(out, c)
			names[c.name]++
		}
	}
	for _, n := range names {
		if n > 1 {
			return merged(object)
		}
	}
	return merged(out)
}

// parts returns the members of an object that contains only scalars, and any other member itself.
func parts(m member) []member {
	if len(m.object) == 0 || slices.ContainsFunc(m.object, func(inner member) bool { return inner.scalar == nil }) {
		return []member{m}
	}
	return m.object
}

// merged returns the members of an object with file, line, column and end_line merged into one: the place.
func merged(object []member) []member {
	v := value{object: object}
	file, line := v.get("file").text(), v.get("line").text()
	if file == "" || line == "" {
		return object
	}
	var out []member
	for _, m := range object {
		switch m.name {
		case "file":
			out = append(out, member{placeColumn, scalar(file + ":" + line)})
		case "line", "column", "end_line":
		default:
			out = append(out, m)
		}
	}
	return out
}

// oneLine returns a value as one line of text. It returns false if the value does not fit: a text with several
// lines, a long list, or an object that contains other than scalars.
func oneLine(v value) (string, bool) {
	var parts []string
	switch {
	case v.scalar != nil:
		text := output.Clean(*v.scalar)
		return strings.ReplaceAll(text, "\t", " "), !strings.Contains(text, "\n")
	case v.isNull():
		return "", true
	case v.isList:
		for _, item := range v.list {
			if item.scalar == nil || strings.Contains(*item.scalar, "\n") {
				return "", false
			}
			parts = append(parts, output.Clean(*item.scalar))
		}
	default:
		for _, m := range merged(v.object) {
			if m.scalar == nil || strings.Contains(*m.scalar, "\n") {
				return "", false
			}
			parts = append(parts, fmt.Sprintf("%s %s", label(m.name), output.Clean(*m.scalar)))
		}
	}
	line := strings.Join(parts, ", ")
	return line, len([]rune(line)) <= maxLine
}

// tree prints values below each other, indented by their depth.
type tree struct {
	w      *bytes.Buffer
	indent string
}

func label(name string) string { return output.Clean(strings.ReplaceAll(name, "_", " ")) }
