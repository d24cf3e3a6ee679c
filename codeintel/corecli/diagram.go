package corecli

import (
	"context"
	"regexp"
	"strconv"
	"strings"
)

// DiagramRequest asks for a drawing of a project, or of what is around Focus.
type DiagramRequest struct {
	Root, Format, Focus string
	Depth               int
}

var (
	mermaidStart = regexp.MustCompile(`(?m)^\s*(%%\{|---\s*$|(graph|flowchart)\s+(TB|TD|BT|RL|LR)\b|(graph|flowchart|sequenceDiagram|classDiagram|stateDiagram(-v2)?|erDiagram|mindmap)\s*;?$)`)
	dotStart     = regexp.MustCompile(`(?mi)^\s*(strict\s+)?(di)?graph(\s+("[^"]*"|[\w.]+))?\s*\{`)
)

// Diagram asks for a drawing and returns its text, without what the program prints
// around it.
func (c *CLI) Diagram(ctx context.Context, r DiagramRequest) (string, error) {
	a := &ask{command: "diagram", dir: r.Root, element: r.Focus, args: []string{"--format", r.Format, "--depth", strconv.Itoa(r.Depth)}}
	if r.Focus != "" {
		a.args = append(a.args, r.Focus)
	}
	out, err := c.run(ctx, a, r.Focus)
	if err != nil {
		return "", err
	}
	if out.exit != 0 {
		return "", a.failed(out)
	}
	text := drawing(plain(out.stdout), r.Format)
	if text == "" {
		said := a.classify(plain(out.stdout), 0)
		if said.Code == Failed {
			said = failure(NotParsed, "run the command by hand to see what it prints", "the coderef CLI printed no %s diagram", r.Format)
		}
		return "", said
	}
	return text, nil
}

// drawing cuts the text of a diagram out of what was printed, "" if there is none.
func drawing(printed, format string) string {
	printed = strings.ReplaceAll(printed, "\r\n", "\n")
	if format == "dot" {
		return dotDrawing(printed)
	}
	at := mermaidStart.FindStringIndex(printed)
	if at == nil {
		return ""
	}
	text, _, _ := strings.Cut(printed[at[0]:], "\n```") // it may stand in a code block
	return strings.TrimSpace(text) + "\n"
}

// dotDrawing returns a graph to the brace that closes it.
func dotDrawing(printed string) string {
	at := dotStart.FindStringIndex(printed)
	if at == nil {
		return ""
	}
	depth, quoted := 1, false
	for i := at[1]; i < len(printed); i++ {
		switch c := printed[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == '{' && !quoted:
			depth++
		case c == '}' && !quoted:
			if depth--; depth == 0 {
				return strings.TrimSpace(printed[at[0]:i+1]) + "\n"
			}
		}
	}
	return "" // it breaks off
}
