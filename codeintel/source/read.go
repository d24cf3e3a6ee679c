package source

import (
	"bytes"
	"os"
	"strings"
	"unicode/utf8"
)

// MaxFileBytes is the largest file that is read. Hand-written sources stay far
// below it; a bundle above it would cost more than it tells.
const MaxFileBytes = 10 << 20

// Why a file was left out; the empty reason means it was not.
const (
	ReasonTooLarge   = "too large"
	ReasonBinary     = "binary"
	ReasonEncoding   = "not UTF-8"
	ReasonUnreadable = "unreadable"
	ReasonGenerated  = "generated"
	ReasonSymlink    = "symbolic link"
	ReasonPanic      = "parser failure"
)

// Read returns the text of a file, or the reason why it is not one to analyse.
func Read(path string) (text, reason string) {
	info, err := os.Stat(path)
	if err != nil {
		return "", ReasonUnreadable
	}
	if info.Size() > MaxFileBytes {
		return "", ReasonTooLarge
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", ReasonUnreadable
	}
	return Decode(data)
}

// Decode judges the content of a file. Compiler output is told by its content,
// not by the name of its folder: its last line is a sourceMappingURL comment
// that names a map file.
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
	}
	return string(data), ""
}

func generated(data []byte) bool {
	data = bytes.TrimRight(data, " \t\r\n")
	last := string(data[bytes.LastIndexByte(data, '\n')+1:])
	url, ok := strings.CutPrefix(last, "//# sourceMappingURL=")
	return ok && url != "" && !strings.HasPrefix(url, "data:")
}
