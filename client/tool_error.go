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

// Error returns the tool's name and its message, cut at 1000 bytes: error.message
// of the structured content, as the coderef tools send it, or else the text of the
// result. Result.Text returns the whole text.
func (e *ToolError) Error() string {
	text := strings.TrimSpace(e.message())
	if text == "" {
		text = "reported an error without text"
	}
	if len(text) > maxToolErrorText {
		text = strings.ToValidUTF8(text[:maxToolErrorText], "") + "…"
	}
	return "tool " + e.Tool + ": " + text
}

func (e *ToolError) message() string {
	var described struct {
		Error struct{ Message string }
	}
	if e.Result.Decode(&described) == nil && described.Error.Message != "" {
		return described.Error.Message
	}
	return e.Result.Text()
}
