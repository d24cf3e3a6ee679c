package result

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/coderef-system/coderefd/internal/cli/output"
)

// printText prints text on separate lines, with JSON indented.
func printText(w io.Writer, text string, person bool) error {
	var indented bytes.Buffer
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[") {
		if json.Indent(&indented, []byte(trimmed), "", "  ") == nil {
			text = indented.String()
		}
	}
	if person {
		text = output.Clean(text)
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err := io.WriteString(w, text)
	return err
}
