package config

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/tailscale/hujson"
)

var errTooDeep = errors.New("nested too deeply")

// standardJSON returns the text with comments and trailing commas replaced by spaces, so that all offsets
// stay the same. It returns the offset of a syntax error.
func standardJSON(data []byte) (plain []byte, offset int, err error) {
	relaxed, deep := survey(data)
	switch {
	case !relaxed:
		return data, 0, nil // the JSON parser reports syntax errors better
	case deep >= 0:
		return nil, deep, errTooDeep // the parser of comments has no limit of its own
	}
	// The last line may be a comment without a line end.
	plain, err = hujson.Standardize(append(data[:len(data):len(data)], '\n'))
	if err == nil {
		return plain, 0, nil
	}
	var line, column int
	if _, scan := fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column); scan != nil {
		return nil, 0, err
	}
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	return nil, offsetOf(data, line, column), err
}

// survey scans a text without validating it. It reports whether the text contains a comment or a trailing
// comma, and the offset at which nesting exceeds Depth, or -1.
func survey(data []byte) (relaxed bool, deep int) {
	depth, deep, last := 0, -1, byte(0)
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case ' ', '\t', '\r', '\n':
			continue
		case '"':
			i += stringLength(data[i:]) - 1
		case '/':
			length := commentLength(data[i:])
			relaxed = relaxed || length > 0
			i += max(length, 1) - 1
			continue
		case '{', '[':
			if depth++; depth > Depth+1 && deep < 0 { // the outermost value counts as 0
				deep = i
			}
		case '}', ']':
			depth--
			relaxed = relaxed || last == ','
		}
		last = data[i]
	}
	return relaxed, deep
}

// stringLength returns the length of the string at the start of a text.
func stringLength(data []byte) int {
	for i := 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

// commentLength returns the length of the comment at the start of a text, or 0.
func commentLength(data []byte) int {
	var end string
	switch {
	case bytes.HasPrefix(data, []byte("//")):
		end = "\n"
	case bytes.HasPrefix(data, []byte("/*")):
		end = "*/"
	default:
		return 0
	}
	if i := bytes.Index(data[2:], []byte(end)); i >= 0 {
		return 2 + i + len(end)
	}
	return len(data)
}

// offsetOf returns the offset of a line and a column that counts bytes.
func offsetOf(data []byte, line, column int) int {
	offset := 0
	for ; line > 1 && offset < len(data); offset++ {
		if data[offset] == '\n' {
			line--
		}
	}
	return offset + column - 1
}
