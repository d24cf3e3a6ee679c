package client

import "strings"

// ToolError is the error of a tool that ran and reported an error.
type ToolError struct {
	// Tool is the MCP name of the tool.
	Tool string
	// Result describes the error. Result.Decode reads it where the tool describes
	// its errors as JSON.
	Result *Result
}

// maxToolErrorText bounds the message of a ToolError in bytes.
const maxToolErrorText = 1000

// Error returns the tool's name and the text of the result, cut at 1000 bytes.
// Result.Text returns the whole text.
func (e *ToolError) Error() string {
	text := strings.TrimSpace(e.Result.Text())
	if text == "" {
		text = "reported an error without text"
	}
	if len(text) > maxToolErrorText {
		text = strings.ToValidUTF8(text[:maxToolErrorText], "") + "…"
	}
	return "tool " + e.Tool + ": " + text
}
