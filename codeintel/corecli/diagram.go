package corecli

import (
	"context"
	"regexp"
	"strconv"
	"strings"
)

// DiagramRequest is the request of [CLI.Diagram].
type DiagramRequest struct {
	Root, Format string // Format is mermaid or dot
	Focus        string // element at the centre; empty for the whole project
	Depth        int    // in steps
}

var (
	mermaidStart = regexp.MustCompile(`(?m)^\s*(%%\{|---\s*$` +
		`|(graph|flowchart)\s+(TB|TD|BT|RL|LR)\b` +
		`|(graph|flowchart|sequenceDiagram|classDiagram|stateDiagram(-v2)?|erDiagram|mindmap)\s*;?$)`)
	dotStart = regexp.MustCompile(`(?mi)^\s*(strict\s+)?(di)?graph(\s+("[^"]*"|[\w.]+))?\s*\{`)
)

// Diagram draws a project, or the neighbourhood of an element. It returns the text of the
// diagram without the other output of the program. Errors of the program are [Error].
func (c *CLI) Diagram(ctx context.Context, r DiagramRequest) (string, error) {
	inv := &invocation{
		command: "diagram", dir: r.Root, element: r.Focus,
		args: []string{"--format", r.Format, "--depth", strconv.Itoa(r.Depth)},
	}
	if r.Focus != "" {
		inv.args = append(inv.args, r.Focus)
	}
	out, err := c.run(ctx, inv, r.Focus)
	if err != nil {
		return "", err
	}
	if out.exit != 0 {
		return "", inv.failed(out)
	}
	text := drawing(plain(out.stdout), r.Format)
	if text == "" {
		e := inv.classify(plain(out.stdout), 0)
		if e.Code == Failed {
			e = failure(NotParsed, runByHand, "the coderef CLI printed no %s diagram", r.Format)
		}
		return "", e
	}
	return text, nil
}

// drawing returns the first diagram in the output of the program, or "" if there is none.
func drawing(printed, format string) string {
	printed = strings.ReplaceAll(printed, "\r\n", "\n")
	if format == "dot" {
		return dotDrawing(printed)
	}
	at := mermaidStart.FindStringIndex(printed)
	if at == nil {
		return ""
	}
	text, _, _ := strings.Cut(printed[at[0]:], "\n```") // the end of a Markdown code block
	return strings.TrimSpace(text) + "\n"
}

// dotDrawing returns the text of a DOT graph up to its closing brace. It returns "" if
// there is no graph or no closing brace.
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
	return ""
}
