package source

import (
	"bytes"
	"errors"
	"syscall"
	"unicode/utf8"
	"unsafe"
)

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
	ReasonNotRegular = "not a regular file"
	ReasonBroken     = "broken link"
	ReasonLoop       = "link loop"
	ReasonOutside    = "outside the allowed folders"
)

// Hides reports whether a file skipped for this reason may hide references. Binary files
// contain no references. The references of a generated file are also in the sources from which
// it is generated.
func Hides(reason string) bool {
	return reason != ReasonBinary && reason != ReasonGenerated
}

// Refused reports whether a file skipped for this reason was never read, because reading it
// is unsafe or impossible.
func Refused(reason string) bool {
	switch reason {
	case ReasonTooLarge, ReasonUnreadable, ReasonNotRegular, ReasonBroken, ReasonLoop, ReasonOutside:
		return true
	}
	return false
}

// ReadText returns the text of a source file, or the reason to skip it. It follows links, see
// [Roots.Open].
func (r Roots) ReadText(path string, limit int64) (text, reason string) {
	data, err := r.ReadFile(path, limit)
	if err != nil {
		return "", ReasonOf(err)
	}
	return Decode(data)
}

// ReasonOf returns the reason to skip a file for which [Roots.Open] or [Roots.ReadFile]
// returned an error, and "" for nil.
func ReasonOf(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, ErrTooLarge):
		return ReasonTooLarge
	case errors.Is(err, ErrNotRegular):
		return ReasonNotRegular
	case errors.Is(err, ErrOutside):
		return ReasonOutside
	case errors.Is(err, syscall.ELOOP):
		return ReasonLoop
	}
	return ReasonUnreadable
}

// Decode returns the text in data, or the reason to skip it. The text shares memory
// with data, which the caller must not use again. Compiler output is recognized by its
// last line, a sourceMappingURL comment that names a map file.
func Decode(data []byte) (text, reason string) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	switch {
	case len(data) > MaxFileBytes:
		return "", ReasonTooLarge
	case isUTF16(data):
		return "", ReasonEncoding
	case isBinary(data):
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

// Unparsable returns the reason why a parser must not read the contents of a file: parsing them
// would need too much memory or stack. It returns "" if a parser may read them. Unlike Decode,
// it accepts any encoding.
func Unparsable(data []byte) string {
	switch {
	case isUTF16(data):
	case isBinary(data):
		return ReasonBinary
	case nesting(data) > MaxNesting:
		return ReasonTooDeep
	}
	return ""
}

// isUTF16 reports whether data begins with a byte order mark of UTF-16.
func isUTF16(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))
}

// maxControl is the largest share of control characters, as one in so many bytes, in a text
// that contains a NUL. Strings and comments of sources contain a few of them. In formats of
// other programs, and in UTF-16, they are at least a tenth.
const maxControl = 10

// isBinary reports whether data contains a NUL and is not text.
func isBinary(data []byte) bool {
	if bytes.IndexByte(data, 0) < 0 {
		return false
	}
	if !utf8.Valid(data) {
		return true
	}
	control := 0
	for _, c := range data {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' {
			control++
		}
	}
	return control > 1 && control*maxControl > len(data)
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
