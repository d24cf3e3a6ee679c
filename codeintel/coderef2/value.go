package coderef2

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// maxValueDepth is the maximal nesting of references in metadata.
const maxValueDepth = 4

const asciiSpace = " \t\r\n\v\f"

// String returns the canonical form of a value.
func (v Value) String() string {
	if v.Kind != String {
		return v.Text
	}
	// Text that would be parsed differently is quoted.
	if v.Text == "" || v.Text != strings.Trim(v.Text, asciiSpace) || strings.ContainsAny(v.Text, `,={}#:[]"\@`) ||
		valueOf(v.Text, maxValueDepth).Kind != String {
		return quote(v.Text)
	}
	return v.Text
}

func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// unquote undoes quote. Other escapes are kept, since published references have none.
func unquote(s string) (string, bool) {
	if len(s) < 2 || s[0] != '"' {
		return "", false
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+2 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
			b.WriteByte(s[i])
		case s[i] == '"':
			return b.String(), i == len(s)-1
		default:
			b.WriteByte(s[i])
		}
	}
	return "", false
}

// valueOf parses a value. A value that is of no other kind is a string.
func valueOf(s string, depth int) Value {
	s = strings.Trim(s, asciiSpace)
	if text, ok := unquote(s); ok {
		return Value{Kind: String, Text: text}
	}
	switch {
	case s == "true", s == "false":
		return Value{Kind: Bool, Text: s}
	case isNumber(s):
		return Value{Kind: Number, Text: s}
	case isDate(s):
		return Value{Kind: Date, Text: s}
	case strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]"):
		return Value{Kind: Array, Text: arrayText(s)}
	case strings.HasPrefix(s, "{"):
		if text, ok := compactJSON(s); ok {
			return Value{Kind: Object, Text: text}
		}
	case strings.HasPrefix(s, "@") && depth < maxValueDepth:
		if ref, err := parse(s, depth+1); err == nil {
			return Value{Kind: Reference, Text: ref.String()}
		}
	}
	return Value{Kind: String, Text: s}
}

// isNumber reports whether s matches \d+(\.\d+)?.
func isNumber(s string) bool {
	whole, fraction, point := strings.Cut(s, ".")
	return isDigits(whole) && (!point || isDigits(fraction))
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func isDate(s string) bool {
	for _, layout := range []string{time.DateOnly, "2006-01-02T15:04:05Z"} {
		if len(s) == len(layout) {
			_, err := time.Parse(layout, s)
			return err == nil
		}
	}
	return false
}

func compactJSON(s string) (string, bool) {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(s)); err != nil {
		return "", false
	}
	return b.String(), true
}

// arrayText returns an array as JSON. Published tools do not quote the strings in it.
func arrayText(s string) string {
	if text, ok := compactJSON(s); ok {
		return text
	}
	var items []any
	for _, item := range splitEntries(s[1 : len(s)-1]) {
		item = strings.Trim(item, asciiSpace)
		if item == "" {
			continue
		}
		if text, ok := compactJSON(item); ok {
			items = append(items, json.RawMessage(text))
		} else {
			items = append(items, item)
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(items); err != nil || items == nil {
		return "[]"
	}
	return strings.TrimSpace(b.String())
}
