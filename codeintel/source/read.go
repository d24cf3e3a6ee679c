package source

import (
	"bytes"
	"unicode/utf8"
	"unsafe"
)

// MaxFileBytes is the largest file that is read. Hand-written sources stay far
// below it; a bundle above it would cost more than it tells.
const MaxFileBytes = 10 << 20

// MaxNesting is the deepest nesting of brackets that is parsed. Parsers recurse,
// and a goroutine that outgrows its stack takes the whole process with it; a
// hundred thousand levels still fit, and people stay below a hundred.
const MaxNesting = 50_000

// Why a file was left out; the empty reason means it was not.
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

// Hides reports a reason that leaves open what a file refers to. What is no text,
// or is made from sources that are read, is not missed.
func Hides(reason string) bool {
	return reason != ReasonBinary && reason != ReasonGenerated
}

// Read returns the text of a file, or the reason why it is not one to analyse.
func Read(path string) (text, reason string) {
	data, reason := ReadRegular(path)
	if reason != "" {
		return "", reason
	}
	return Decode(data)
}

// ReadRegular returns what a regular file of at most [MaxFileBytes] holds, links
// followed, or the reason why not: a pipe would not end, a device has no size.
func ReadRegular(path string) (data []byte, reason string) {
	look := stat(path) // opening a pipe would wait for who writes to it
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

// Decode judges the content of a file, which the caller gives away: the text is
// data itself. Compiler output is told by its content, not by the name of its
// folder: its last line is a sourceMappingURL comment that names a map file.
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
	return unsafe.String(unsafe.SliceData(data), len(data)), "" // nobody else has data
}

func generated(data []byte) bool {
	data = bytes.TrimRight(data, " \t\r\n")
	last := data[bytes.LastIndexByte(data, '\n')+1:]
	url, ok := bytes.CutPrefix(last, []byte("//# sourceMappingURL="))
	return ok && len(url) > 0 && !bytes.HasPrefix(url, []byte("data:"))
}

// nesting returns how deep brackets nest, as long as that could be beyond the
// bound. It does not know strings and comments: what it counts in them too much is
// far from the bound.
func nesting(data []byte) int {
	if len(data) <= MaxNesting || bytes.Count(data, []byte("("))+bytes.Count(data, []byte("["))+bytes.Count(data, []byte("{")) <= MaxNesting {
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
