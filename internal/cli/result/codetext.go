package result

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/coderef-system/coderefd/internal/cli/output"
)

// codeText contains the members of results of coderef_diagram and coderef_context that consist of one text
// for people.
type codeText struct {
	DiagramType string  `json:"diagram_type"`
	Diagram     *string `json:"diagram"`
	Omitted     struct {
		Nodes int `json:"nodes"`
		Edges int `json:"edges"`
	} `json:"omitted"`
	TokenBudget int             `json:"token_budget"`
	Markdown    *string         `json:"markdown"`
	Context     json.RawMessage `json:"context"`
	Truncated   bool            `json:"truncated"`
	Subject     subject         `json:"subject"`
	Warnings    []string        `json:"warnings"`
}

// printCodeText prints a diagram, or a brief in Markdown, in a form that can be piped to a renderer. It
// returns false and prints nothing if the result has another form. The subject and notes about omitted parts
// are printed to stderr.
func printCodeText(w, stderr io.Writer, structured json.RawMessage, person bool) (bool, error) {
	var result codeText
	if json.Unmarshal(structured, &result) != nil {
		return false, nil
	}
	warnings := result.Warnings
	var text string
	switch {
	case result.Diagram != nil && result.DiagramType != "":
		text = *result.Diagram
		if o := result.Omitted; o.Nodes+o.Edges > 0 {
			warnings = append(
				warnings,
				fmt.Sprintf(
					"%s and %s are left out; max_nodes, depth and focus select the nodes that are drawn",
					output.Count(o.Nodes, "node"), output.Count(o.Edges, "edge"),
				),
			)
		}
	case result.Markdown != nil && result.TokenBudget > 0 && result.Context == nil:
		text = *result.Markdown
		if result.Truncated {
			warnings = append(
				warnings, fmt.Sprintf("parts are left out to stay within %s", output.Count(result.TokenBudget, "token")),
			)
		}
	default:
		return false, nil
	}
	for _, warning := range warnings {
		fmt.Fprintf(stderr, "warning: %s\n", output.Clean(warning))
	}
	defer result.Subject.print(stderr)
	return true, printText(w, text, person)
}
