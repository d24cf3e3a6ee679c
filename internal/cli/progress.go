package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/cli/output"
)

// progressWidth is the number of characters that fit on one line of any terminal. A longer line would wrap
// and could not be erased.
const progressWidth = 78

// progress shows the progress of a tool on one line of a terminal and erases it at the end. On any other
// output it prints nothing.
type progress struct {
	w     io.Writer // nil prints nothing
	tool  string
	width int // width of the current line
}

func newProgress(p *Program, tool string) *progress {
	if !app.IsTerminal(p.Stderr) || p.getenv("TERM") == "dumb" {
		return &progress{}
	}
	return &progress{w: p.Stderr, tool: tool}
}

// show replaces the line.
func (p *progress) show(e *commonv1.ProgressEvent) {
	if p.w == nil {
		return
	}
	line := p.tool + " " + amount(e)
	if message := e.GetMessage(); message != "" {
		line += " " + output.OneLine(message, progressWidth)
	}
	if runes := []rune(line); len(runes) > progressWidth {
		line = string(runes[:progressWidth])
	}
	width := utf8.RuneCountInString(line)
	fmt.Fprintf(p.w, "\r%s%s", line, strings.Repeat(" ", max(0, p.width-width)))
	p.width = width
}

// clear erases the line.
func (p *progress) clear() {
	if p.w != nil && p.width > 0 {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", p.width))
		p.width = 0
	}
}

// amount returns 3/10 (30 %), or 3 if the total is unknown.
func amount(e *commonv1.ProgressEvent) string {
	if total := e.GetTotal(); total > 0 {
		return fmt.Sprintf("%g/%g (%.0f %%)", e.GetProgress(), total, 100*e.GetProgress()/total)
	}
	return fmt.Sprintf("%g", e.GetProgress())
}
