package syntax

import (
	"path"
	"strings"
)

// Extension returns the extension of a path with its dot, or "". A name that begins
// with its only dot has no extension.
func Extension(path string) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[i:]
	}
	return ""
}

// LanguageOf returns the language id of a source file (ts, tsx, js or jsx), or "" for
// other files.
func LanguageOf(path string) string {
	switch Extension(path) {
	case ".ts", ".mts", ".cts":
		return "ts"
	case ".tsx":
		return "tsx"
	case ".js", ".mjs", ".cjs":
		return "js"
	case ".jsx":
		return "jsx"
	}
	return ""
}

// IsTest reports whether a path is that of a test file: its name has .test or .spec
// before the extension, or one of its folders is __tests__, test or tests.
func IsTest(file string) bool {
	name := path.Base(file)
	name = strings.TrimSuffix(name, Extension(name))
	if strings.HasSuffix(name, ".test") || strings.HasSuffix(name, ".spec") {
		return true
	}
	for folder := range strings.SplitSeq(path.Dir(file), "/") {
		if folder == "__tests__" || folder == "test" || folder == "tests" {
			return true
		}
	}
	return false
}
