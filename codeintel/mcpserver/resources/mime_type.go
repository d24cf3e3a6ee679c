package resources

import "github.com/coderef-system/coderefd/codeintel/typescript/syntax"

// mimeType returns the MIME type of a source file. Only the type of JavaScript is
// registered; editors and desktops use the others. Package mime is not an alternative:
// its type of the extension .ts is video/mp2t.
func mimeType(file string) string {
	switch syntax.Extension(file) {
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
