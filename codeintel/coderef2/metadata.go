package coderef2

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// String returns the canonical form of an entry.
func (e Entry) String() string {
	if e.Value == (Value{Kind: Bool, Text: "true"}) {
		return e.name()
	}
	return e.name() + "=" + e.Value.String()
}

// Older returns the meaning of an entry without a value in the older notation
// key:value, where {status:active} sets the key status and not the key active of
// category status. Other entries mean the same in both notations.
func (e Entry) Older() Entry {
	if e.Category == "" || e.Value != (Value{Kind: Bool, Text: "true"}) {
		return e
	}
	return Entry{Key: e.Category, Value: valueOf(e.Key, 0)}
}

// metadataEnd returns the end of the metadata at the beginning of s: the first closing brace
// outside of quotes and inner brackets. If the brackets are not balanced, it is the first
// closing brace, as in the published grammar. It is -1 if there is no closing brace.
func metadataEnd(s string) int {
	if end, ok := balancedEnd(s); ok {
		return end
	}
	return strings.IndexByte(s, '}')
}

func balancedEnd(s string) (int, bool) {
	var open []byte
	quoted := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			open = append(open, c)
		case c == '}' && len(open) == 0:
			return i, true
		case c == '}', c == ']':
			if len(open) == 0 {
				continue // an unmatched closing bracket is text
			}
			if open[len(open)-1] != c-2 { // [ and ], { and } are two apart
				return 0, false
			}
			open = open[:len(open)-1]
		}
	}
	return 0, false
}

// splitEntries splits at commas outside of quotes, brackets and braces.
func splitEntries(s string) (parts []string) {
	depth, quoted, start := 0, false, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case (c == ']' || c == '}') && depth > 0:
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

// parseMetadata reads the text between the braces. offset is its offset in the
// reference.
func parseMetadata(s string, offset, depth int) ([]Entry, *SyntaxError) {
	if strings.HasPrefix(strings.TrimSpace(s), "{") {
		return parseObject(s, offset, depth)
	}
	var entries []Entry
	for _, part := range splitEntries(s) {
		at := offset + len(part) - len(strings.TrimLeft(part, asciiSpace))
		offset += len(part) + 1
		if part = strings.Trim(part, asciiSpace); part == "" {
			continue
		}
		entry, ok := parseEntry(part, depth)
		if !ok {
			return nil, &SyntaxError{
				Offset: at, Expected: "[category:]key[=value]", Reason: quote(part) + " has no valid metadata key",
			}
		}
		entries = append(entries, entry)
	}
	return sortedOrNil(entries), nil
}

func sortedOrNil(entries []Entry) []Entry {
	if len(entries) == 0 {
		return nil
	}
	return sorted(entries)
}

// parseObject reads metadata in the form of a JSON object.
func parseObject(s string, offset, depth int) ([]Entry, *SyntaxError) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(s), &object); err != nil {
		return nil, &SyntaxError{Offset: offset, Expected: "a JSON object", Reason: "metadata is not a JSON object"}
	}
	var entries []Entry
	for key, raw := range object {
		entry, ok := parseKey(key)
		if ok {
			entry.Value, ok = jsonValue(raw, depth)
		}
		if !ok {
			return nil, &SyntaxError{
				Offset: offset, Expected: "[category:]key with a value",
				Reason: "metadata entry " + quote(key) + " has an invalid key or value",
			}
		}
		entries = append(entries, entry)
	}
	return sortedOrNil(entries), nil
}

func jsonValue(raw json.RawMessage, depth int) (Value, bool) {
	raw = bytes.TrimSpace(raw)
	switch raw[0] {
	case '"':
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return Value{}, false
		}
		if v := valueOf(text, depth); v.Kind == Reference || v.Kind == Date {
			return v, true
		}
		return Value{Kind: String, Text: text}, true
	case 'n':
		return Value{}, false
	}
	return valueOf(string(raw), depth), true
}

func parseEntry(s string, depth int) (Entry, bool) {
	if key, value, ok := strings.Cut(s, "="); ok {
		if entry, ok := parseKey(strings.Trim(key, asciiSpace)); ok {
			entry.Value = valueOf(value, depth)
			return entry, true
		}
	} else if entry, ok := parseKey(s); ok {
		return entry, true
	}
	// The older notation key:value, where value cannot be a key.
	key, value, ok := strings.Cut(s, ":")
	if key = strings.Trim(key, asciiSpace); !ok || !isKey(key) {
		return Entry{}, false
	}
	return Entry{Key: key, Value: valueOf(value, depth)}, true
}

// parseKey reads [category:]key.
func parseKey(s string) (Entry, bool) {
	e := Entry{Key: s, Value: Value{Kind: Bool, Text: "true"}}
	if category, key, ok := strings.Cut(s, ":"); ok {
		if e.Category, e.Key = category, key; !isKey(category) {
			return e, false
		}
	}
	return e, isKey(e.Key)
}

func isKey(s string) bool {
	return s != "" && isLetter(s[0]) &&
		!slices.ContainsFunc([]byte(s), func(c byte) bool { return !isWordByte(c) && c != '-' })
}
