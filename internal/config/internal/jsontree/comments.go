package jsontree

import (
	"bytes"
	"errors"
	"unicode/utf8"
)

var errTooDeep = errors.New("nested too deeply")

// syntaxError is a syntax error at an offset.
type syntaxError struct {
	offset  int
	message string
}

// standardJSON returns the text with comments and trailing commas replaced by spaces, so that all offsets
// stay the same. It ends at the first invalid comment, which it leaves and returns. Everything else is
// checked by the JSON parser.
//
// Two other packages scan JSON by hand: server/internal/jsonpb measures it before the parser runs, and
// mcpbridge/internal/jsonrpc checks the grammar and finds the members of a message without allocation. The
// three share only the search for the end of a string, and the import rules keep them apart.
func standardJSON(data []byte) (plain []byte, invalid *syntaxError) {
	plain = bytes.Clone(data)
	var last byte  // of the previous token; 0: there is none
	comma := -1    // the offset of a comma that is trailing if the next token is a closing bracket
	var length int // of the token, comment or white space at i
	for i := 0; i < len(plain); i += length {
		length = 1
		switch plain[i] {
		case ' ', '\t', '\r', '\n':
			continue
		case '/':
			if comment := commentLength(plain[i:]); comment > 0 {
				length = comment
				if message := checkComment(plain[i : i+length]); message != "" {
					return plain, &syntaxError{offset: i, message: message}
				}
				blank(plain[i : i+length])
				continue
			}
		case '"':
			length = stringLength(plain[i:])
		case ',':
			comma = -1
			if last != 0 && last != ',' && last != ':' && last != '[' && last != '{' {
				comma = i
			}
		case ']', '}':
			if last == ',' && comma >= 0 {
				plain[comma] = ' '
			}
		}
		last = plain[i+length-1]
	}
	return plain, nil
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

// commentLength returns the length of the comment at the start of a text, or 0. A comment that is not closed
// ends with the text.
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

// checkComment describes the defect of a comment, or returns "".
func checkComment(comment []byte) string {
	switch {
	case comment[1] == '*' && (len(comment) < len("/**/") || !bytes.HasSuffix(comment, []byte("*/"))):
		return "comment is not closed"
	case !utf8.Valid(comment):
		return "invalid UTF-8 in comment"
	case comment[1] == '/' && bytes.ContainsAny(comment, "\u2028\u2029"): // some parsers end the comment there
		return "line comment contains U+2028 or U+2029"
	}
	return ""
}

// blank replaces a comment by spaces.
func blank(comment []byte) {
	for i, c := range comment {
		if c != '\n' {
			comment[i] = ' '
		}
	}
}
