package cli

import (
	"encoding/json"
	"fmt"
	"io"
)

// codeText is what makes up the answers of coderef_diagram and coderef_context that
// hold one text for people.
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
	Warnings    []string        `json:"warnings"`
}

// printCodeText prints a diagram, or a brief in Markdown, so that it can be piped to
// what draws it. It reports false, having printed nothing, when the answer is of
// another kind. What is missing from the text goes to stderr.
func printCodeText(w, stderr io.Writer, structured json.RawMessage, person bool) (bool, error) {
	var answer codeText
	if json.Unmarshal(structured, &answer) != nil {
		return false, nil
	}
	warnings := answer.Warnings
	var text string
	switch {
	case answer.Diagram != nil && answer.DiagramType != "":
		text = *answer.Diagram
		if o := answer.Omitted; o.Nodes+o.Edges > 0 {
			warnings = append(warnings, fmt.Sprintf("%s and %s are left out; max_nodes, depth and focus say what is drawn", count(o.Nodes, "node"), count(o.Edges, "edge")))
		}
	case answer.Markdown != nil && answer.TokenBudget > 0 && answer.Context == nil:
		text = *answer.Markdown
		if answer.Truncated {
			warnings = append(warnings, fmt.Sprintf("something is left out to stay within %s", count(answer.TokenBudget, "token")))
		}
	default:
		return false, nil
	}
	for _, warning := range warnings {
		fmt.Fprintf(stderr, "warning: %s\n", clean(warning))
	}
	return true, printText(w, text, person)
}
