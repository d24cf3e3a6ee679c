package result

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/coderef-system/coderefd/client"
	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/cli/output"
)

// Print prints a tool's result. A tool error is printed to stderr, except with -o json, which prints data to
// stdout in both cases. complete reports whether the printed tool error needs no further message.
func Print(stdout, stderr io.Writer, r *client.Result, format output.Format) (complete bool, err error) {
	if format == output.FormatJSON {
		return false, output.PrintExact(stdout, r.JSON)
	}
	var result mcpResult
	if err := json.Unmarshal(r.JSON, &result); err != nil {
		return false, fmt.Errorf("the result is not an MCP result: %w", err)
	}
	if !result.hasContent() && !result.hasStructured() {
		// On stderr, because a program that reads stdout must get an empty
		// result.
		_, err := fmt.Fprintln(stderr, "(no content)")
		return false, err
	}
	if r.IsError {
		if printToolError(stderr, result) {
			return true, nil
		}
		return false, printContent(stderr, result, true)
	}
	if printed, err := printCodeTable(stdout, stderr, result.StructuredContent); printed {
		return false, err
	}
	person := app.IsTerminal(stdout)
	if printed, err := printCodeText(stdout, stderr, result.StructuredContent, person); printed {
		return false, err
	}
	if person {
		if printed, err := printStructured(stdout, stderr, result); printed {
			return false, err
		}
	}
	return false, printContent(stdout, result, person)
}

// printToolError prints a tool error of the code-intelligence tools as text. It returns false and prints
// nothing if the tool error has another form.
func printToolError(w io.Writer, r mcpResult) bool {
	text := r.StructuredContent
	if len(text) == 0 && len(r.Content) == 1 {
		text = json.RawMessage(r.Content[0].Text)
	}
	var failure struct {
		Success *bool `json:"success"`
		Error   struct {
			Code       string   `json:"code"`
			Message    string   `json:"message"`
			Hint       string   `json:"hint"`
			Candidates []string `json:"candidates"`
		} `json:"error"`
	}
	err := json.Unmarshal(text, &failure)
	if err != nil || failure.Success == nil || *failure.Success || failure.Error.Code == "" ||
		failure.Error.Message == "" {
		return false
	}
	fmt.Fprintf(w, "coderefd: %s (%s)\n", output.Clean(failure.Error.Message), output.Clean(failure.Error.Code))
	if failure.Error.Hint != "" {
		fmt.Fprintf(w, "  hint: %s\n", output.Clean(failure.Error.Hint))
	}
	if len(failure.Error.Candidates) > 0 {
		fmt.Fprintf(w, "  candidates: %s\n", output.Clean(strings.Join(failure.Error.Candidates, ", ")))
	}
	return true
}

// printContent prints the blocks one after the other. Text is cleaned for people, and left unchanged for
// programs.
func printContent(w io.Writer, r mcpResult, person bool) error {
	if !r.hasContent() && r.hasStructured() {
		return printText(w, string(r.StructuredContent), person)
	}
	for _, block := range r.Content {
		if err := printText(w, block.text(), person); err != nil {
			return err
		}
	}
	return nil
}
