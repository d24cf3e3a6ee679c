package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// mcpResult is the part of a tool's result that is printed for people.
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

// hasContent reports whether there is a block that is not an empty text.
func (r mcpResult) hasContent() bool {
	return slices.ContainsFunc(r.Content, func(b contentBlock) bool { return b.Type != "text" || b.Text != "" })
}

// hasStructured reports whether there is structured content.
func (r mcpResult) hasStructured() bool {
	return len(r.StructuredContent) > 0 && string(r.StructuredContent) != "null"
}

// text returns the block as text. Other blocks are only named.
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
		return fmt.Sprintf(
			"[resource %s %s, %d bytes in base64]", b.Resource.URI, b.Resource.MIMEType, len(b.Resource.Blob),
		)
	}
	return fmt.Sprintf("[%s]", b.Type)
}

// isSerialized reports whether the only block of a result is the text form of its structured content, as MCP
// recommends for tools with structured results.
func (r mcpResult) isSerialized() bool {
	if len(r.Content) == 0 {
		return true
	}
	if len(r.Content) > 1 || r.Content[0].Type != "text" {
		return false
	}
	var text, structured bytes.Buffer
	return json.Compact(&text, []byte(r.Content[0].Text)) == nil &&
		json.Compact(&structured, r.StructuredContent) == nil && bytes.Equal(text.Bytes(), structured.Bytes())
}
