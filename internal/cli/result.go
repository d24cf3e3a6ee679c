package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/coderef-system/coderefd/client"
	"github.com/coderef-system/coderefd/internal/app"
)

// mcpResult is what people read of a tool's answer.
type mcpResult struct {
	Content           []contentBlock  `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent"`
}

type contentBlock struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Data     string `json:"data"`
	MIMEType string `json:"mimeType"`
	URI      string `json:"uri"`
	Name     string `json:"name"`
	Resource struct {
		URI      string `json:"uri"`
		MIMEType string `json:"mimeType"`
		Text     string `json:"text"`
		Blob     string `json:"blob"`
	} `json:"resource"`
}

// printResult prints a tool's answer. Its no goes to stderr, unless JSON was
// asked for, which is data either way.
// It reports whether it said there which tool failed.
func printResult(p *Program, r *client.Result, output format) (told bool, err error) {
	if output == formatJSON {
		return false, printExact(p.Stdout, r.JSON)
	}
	var result mcpResult
	if err := json.Unmarshal(r.JSON, &result); err != nil {
		return false, fmt.Errorf("the answer is no MCP result: %w", err)
	}
	if r.IsError {
		if printRefusal(p.Stderr, result) {
			return true, nil
		}
		return false, printContent(p.Stderr, result, true)
	}
	if printed, err := printCodeTable(p.Stdout, p.Stderr, result.StructuredContent); printed {
		return false, err
	}
	person := app.IsTerminal(p.Stdout)
	if printed, err := printCodeText(p.Stdout, p.Stderr, result.StructuredContent, person); printed {
		return false, err
	}
	return false, printContent(p.Stdout, result, person)
}

// printRefusal prints the no of our own code-intelligence tools in words. It
// reports false, having printed nothing, when the no is of another kind.
func printRefusal(w io.Writer, r mcpResult) bool {
	text := r.StructuredContent
	if len(text) == 0 && len(r.Content) == 1 {
		text = json.RawMessage(r.Content[0].Text)
	}
	var no struct {
		Success *bool `json:"success"`
		Error   struct {
			Code       string   `json:"code"`
			Message    string   `json:"message"`
			Hint       string   `json:"hint"`
			Candidates []string `json:"candidates"`
		} `json:"error"`
	}
	err := json.Unmarshal(text, &no)
	if err != nil || no.Success == nil || *no.Success || no.Error.Code == "" || no.Error.Message == "" {
		return false
	}
	fmt.Fprintf(w, "coderefd: %s (%s)\n", clean(no.Error.Message), clean(no.Error.Code))
	if no.Error.Hint != "" {
		fmt.Fprintf(w, "  hint: %s\n", clean(no.Error.Hint))
	}
	if len(no.Error.Candidates) > 0 {
		fmt.Fprintf(w, "  candidates: %s\n", clean(strings.Join(no.Error.Candidates, ", ")))
	}
	return true
}

// printContent prints the blocks one after the other. Text is cleaned where a
// person may be looking, and left as it is where a program reads it.
func printContent(w io.Writer, r mcpResult, person bool) error {
	if len(r.Content) == 0 && len(r.StructuredContent) > 0 {
		return printText(w, string(r.StructuredContent), person)
	}
	for _, block := range r.Content {
		if err := printText(w, block.text(), person); err != nil {
			return err
		}
	}
	return nil
}

// printText prints text on lines of its own, JSON indented.
func printText(w io.Writer, text string, person bool) error {
	var indented bytes.Buffer
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[") {
		if json.Indent(&indented, []byte(trimmed), "", "  ") == nil {
			text = indented.String()
		}
	}
	if person {
		text = clean(text)
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err := io.WriteString(w, text)
	return err
}

// text gives the block as text; what is none is named.
func (b contentBlock) text() string {
	switch b.Type {
	case "text":
		return b.Text
	case "image", "audio":
		return fmt.Sprintf("[%s %s, %d bytes in base64]", b.Type, b.MIMEType, len(b.Data))
	case "resource_link":
		return fmt.Sprintf("[resource %s %s]", b.URI, b.Name)
	case "resource":
		if b.Resource.Text != "" {
			return b.Resource.Text
		}
		return fmt.Sprintf("[resource %s %s, %d bytes in base64]", b.Resource.URI, b.Resource.MIMEType, len(b.Resource.Blob))
	}
	return fmt.Sprintf("[%s]", b.Type)
}
