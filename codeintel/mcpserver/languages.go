package mcpserver

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/typescript"
)

// languageOf returns the language word of a file, as in the languages argument.
func languageOf(file string) string { return index.WordOf(file) }

// outline lists the declarations of a text.
func outline(file, text string) ([]facts.Decl, error) {
	decls, _, err := index.Outline(file, text, false)
	return decls, err
}

// mimeType returns the MIME type of a source file. Only JavaScript's is
// registered; the others are what editors and desktops use. Extensions do not
// lead to them elsewhere: for .ts, video/mp2t is registered.
func mimeType(file string) string {
	switch typescript.Extension(file) {
	case ".js", ".mjs", ".cjs":
		return "text/javascript" // RFC 9239
	case ".jsx":
		return "text/jsx" // CodeMirror, mime-db
	case ".ts", ".mts", ".cts":
		return "text/typescript" // CodeMirror
	case ".tsx":
		return "text/typescript-jsx" // CodeMirror
	case ".go":
		return "text/x-go" // shared-mime-info of freedesktop.org, CodeMirror
	}
	return "text/plain"
}

// lineStarts returns the offsets at which the lines of a text begin.
func lineStarts(file, text string) []int { return index.LineStarts(file, text) }
