package tag

import (
	"fmt"
	"strings"
)

// diffContext is the number of unchanged lines around a change in a diff.
const diffContext = 3

// Diff returns the change as a unified diff, or "" for none. Lines of the diff end with
// \n unless the line of the text has its own end.
func (p *Plan) Diff() string {
	if !p.Changes() {
		return ""
	}
	// Diffs split lines at \n only, even if the language has other line ends.
	var b strings.Builder
	name := p.File
	if strings.ContainsAny(name, " \t\"\\") {
		name = strings.NewReplacer("\t", `\t`, `"`, `\"`, `\`, `\\`).Replace(name)
		fmt.Fprintf(&b, "--- \"a/%s\"\n+++ \"b/%s\"\n", name, name)
	} else {
		fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", name, name)
	}
	shift := 0
	for i := 0; i < len(p.edits); {
		last := i
		for last+1 < len(p.edits) && p.edits[last+1].line-p.edits[last].line <= 2*diffContext {
			last++
		}
		shift += p.hunk(&b, p.edits[i:last+1], shift)
		i = last + 1
	}
	return b.String()
}

// hunk writes one hunk and returns the number of lines that it adds.
func (p *Plan) hunk(b *strings.Builder, edits []edit, shift int) (grows int) {
	from := max(edits[0].line-diffContext, 0)
	to := min(edits[len(edits)-1].line+diffContext+1, p.lineCount())
	var body strings.Builder
	line := from
	for _, e := range edits {
		for ; line < e.line; line++ {
			writeLine(&body, ' ', p.page.line(line))
		}
		if e.drop {
			writeLine(&body, '-', p.page.line(line))
			line++
			grows--
		}
		for _, text := range e.insert {
			writeLine(&body, '+', text)
			grows++
		}
	}
	for ; line < to; line++ {
		writeLine(&body, ' ', p.page.line(line))
	}
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", from+1, to-from, from+1+shift, to-from+grows)
	b.WriteString(body.String())
	return grows
}

// lineCount returns the number of lines without an empty last line, which a diff does
// not contain.
func (p *Plan) lineCount() int {
	n := len(p.page.starts)
	if p.page.line(n-1) == "" {
		n--
	}
	return n
}

func writeLine(b *strings.Builder, mark byte, line string) {
	b.WriteByte(mark)
	b.WriteString(line)
	if !strings.HasSuffix(line, "\n") {
		b.WriteString("\n\\ No newline at end of file\n")
	}
}
