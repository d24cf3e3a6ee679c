package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/internal/app"
)

// progressWidth is what fits on one line of any terminal: a longer line would wrap
// and could not be taken back.
const progressWidth = 78

// progress shows how far a tool got on one line of a terminal, which it takes back
// in the end. On anything else it is silent.
type progress struct {
	w     io.Writer // nil: silent
	tool  string
	width int // of what stands there now
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
		line += " " + oneLine(message, progressWidth)
	}
	if runes := []rune(line); len(runes) > progressWidth {
		line = string(runes[:progressWidth])
	}
	width := utf8.RuneCountInString(line)
	fmt.Fprintf(p.w, "\r%s%s", line, strings.Repeat(" ", max(0, p.width-width)))
	p.width = width
}

// clear takes the line back.
func (p *progress) clear() {
	if p.w != nil && p.width > 0 {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", p.width))
		p.width = 0
	}
}

// amount gives 3/10 (30 %), or 3 when the end is not known.
func amount(e *commonv1.ProgressEvent) string {
	if total := e.GetTotal(); total > 0 {
		return fmt.Sprintf("%g/%g (%.0f %%)", e.GetProgress(), total, 100*e.GetProgress()/total)
	}
	return fmt.Sprintf("%g", e.GetProgress())
}
