package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// Result is the result of a tool.
type Result struct {
	// JSON is the complete MCP result, byte for byte as the server sent it.
	JSON json.RawMessage
	// IsError means that the tool ran and reported an error; see Err.
	IsError bool
	// Info states facts about the call. Client.Call always sets it.
	Info *commonv1.CallInfo

	tool string
}

// ErrNoStructuredContent is the error of a result that cannot be decoded because it
// consists of text or other content for people.
var ErrNoStructuredContent = errors.New("the result has no structured content")

// content is the part of an MCP result that this package reads.
type content struct {
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent"`
}

// Structured returns the structured content: structuredContent of the MCP result,
// or else its only block of content if that is text with one JSON object or array,
// the form of servers that predate structured content. It fails with
// [ErrNoStructuredContent] if there is neither.
func (r *Result) Structured() (json.RawMessage, error) {
	var c content
	if err := json.Unmarshal(r.JSON, &c); err != nil {
		return nil, fmt.Errorf("decode the MCP result: %w", err)
	}
	if len(c.StructuredContent) > 0 && string(c.StructuredContent) != "null" {
		return c.StructuredContent, nil
	}
	if len(c.Content) == 1 && c.Content[0].Type == "text" {
		text := strings.TrimSpace(c.Content[0].Text)
		if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
			if raw := json.RawMessage(text); json.Valid(raw) {
				return raw, nil
			}
		}
	}
	return nil, ErrNoStructuredContent
}

// Decode decodes the structured content into v, which is a pointer, as
// encoding/json does. It does not check IsError.
func (r *Result) Decode(v any) error {
	raw, err := r.Structured()
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return fmt.Errorf("decode the structured content: %w", err)
	}
	return nil
}

// Text returns the text blocks of the content, joined by newlines. It is empty if
// there are none.
func (r *Result) Text() string {
	var c content
	if json.Unmarshal(r.JSON, &c) != nil {
		return ""
	}
	var texts []string
	for _, block := range c.Content {
		if block.Type == "text" {
			texts = append(texts, block.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// Err returns a [*ToolError] if the tool reported an error, and nil otherwise.
func (r *Result) Err() error {
	if !r.IsError {
		return nil
	}
	return &ToolError{Tool: r.tool, Result: r}
}
