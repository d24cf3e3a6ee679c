package source

import (
	"bytes"
	"unicode/utf8"
	"unsafe"
)

// MaxFileBytes is the size of the largest file that is read. Hand-written sources are
// far smaller; larger files are bundles that cost more than they contribute.
const MaxFileBytes = 10 << 20

// MaxNesting is the maximal nesting of brackets that is parsed. Parsers recurse, and a
// goroutine that exceeds its maximal stack ends the process. 100,000 levels would still
// fit; people write fewer than 100.
const MaxNesting = 50_000

// The reasons why a file is skipped. The empty reason means that it is not skipped.
const (
	ReasonTooLarge   = "too large"
	ReasonBinary     = "binary"
	ReasonEncoding   = "not UTF-8"
	ReasonUnreadable = "unreadable"
	ReasonGenerated  = "generated"
	ReasonSymlink    = "symbolic link"
	ReasonTooDeep    = "nested too deeply"
	ReasonPanic      = "parser failure"
)

// Hides reports whether a file skipped for this reason may hide references. Binary files
// contain none, and those of generated files are also in the sources they are generated from.
func Hides(reason string) bool {
	return reason != ReasonBinary && reason != ReasonGenerated
}

// Read returns the text of a file, or the reason to skip it.
func Read(path string) (text, reason string) {
	data, reason := ReadRegular(path)
	if reason != "" {
		return "", reason
	}
	return Decode(data)
}

// ReadRegular returns the contents of a regular file of at most [MaxFileBytes], or the
// reason to skip it. It follows links. Pipes may not end and devices have no size, so
// both are skipped.
func ReadRegular(path string) (data []byte, reason string) {
	look := stat(path) // opening a pipe would wait for a writer
	switch {
	case !look.regular:
		return nil, ReasonUnreadable
	case look.stamp.Size > MaxFileBytes:
		return nil, ReasonTooLarge
	}
	data, err := readFile(path, int(look.stamp.Size))
	if err != nil {
		return nil, ReasonUnreadable
	}
	return data, ""
}

// Decode returns the text in data, or the reason to skip it. The text shares memory
// with data, which the caller must not use again. Compiler output is recognized by its
// last line, a sourceMappingURL comment that names a map file.
func Decode(data []byte) (text, reason string) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	switch {
	case len(data) > MaxFileBytes:
		return "", ReasonTooLarge
	case bytes.IndexByte(data, 0) >= 0:
		return "", ReasonBinary
	case !utf8.Valid(data):
		return "", ReasonEncoding
	case generated(data):
		return "", ReasonGenerated
	case nesting(data) > MaxNesting:
		return "", ReasonTooDeep
	}
	//nolint:gosec // the caller does not use data again
	return unsafe.String(unsafe.SliceData(data), len(data)), ""
}

func generated(data []byte) bool {
	data = bytes.TrimRight(data, " \t\r\n")
	last := data[bytes.LastIndexByte(data, '\n')+1:]
	url, ok := bytes.CutPrefix(last, []byte("//# sourceMappingURL="))
	return ok && len(url) > 0 && !bytes.HasPrefix(url, []byte("data:"))
}

// nesting returns the nesting of brackets if it may exceed [MaxNesting]. It also counts
// brackets in strings and comments, which are too few to matter.
func nesting(data []byte) int {
	opening := func(bracket string) int { return bytes.Count(data, []byte(bracket)) }
	if len(data) <= MaxNesting || opening("(")+opening("[")+opening("{") <= MaxNesting {
		return 0
	}
	depth, deepest := 0, 0
	for _, c := range data {
		switch c {
		case '(', '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ')', ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return deepest
}
