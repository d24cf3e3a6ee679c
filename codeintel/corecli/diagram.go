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

var diagramStart = map[string]*regexp.Regexp{ //nolint:gochecknoglobals // patterns, compiled once
	"mermaid": regexp.MustCompile(`^(%%\{|---\s*$|(graph|flowchart)\s+(TB|TD|BT|RL|LR)\b|(graph|flowchart|sequenceDiagram|classDiagram|stateDiagram(-v2)?|erDiagram|mindmap)\s*;?$)`),
	"dot":     regexp.MustCompile(`(?i)^(strict\s+)?(di)?graph\b[^{]*\{?`),
}

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

// drawing cuts the text of a diagram out of what was printed: from the line that
// begins it to the end of its code block, of its braces, or of everything.
func drawing(printed, format string) string {
	lines := strings.Split(strings.ReplaceAll(printed, "\r\n", "\n"), "\n")
	from := -1
	for i, line := range lines {
		if diagramStart[format].MatchString(strings.TrimSpace(line)) {
			from = i
			break
		}
	}
	if from < 0 {
		return ""
	}
	lines = lines[from:]
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			lines = lines[:i]
			break
		}
	}
	text := strings.TrimSpace(strings.Join(lines, "\n"))
	if format != "dot" {
		return text + "\n"
	}
	end := strings.LastIndexByte(text, '}')
	if end < 0 || !strings.Contains(text[:end], "{") {
		return "" // it breaks off
	}
	return text[:end+1] + "\n"
}
