package lex

import "strings"

// RustRaw is the [Rules.RawString] of Rust: r"", r#""#, br"" and cr"".
func RustRaw(text string, at int) (end int, ok bool) {
	i := at
	if text[i] == 'b' || text[i] == 'c' {
		i++
	}
	if i >= len(text) || text[i] != 'r' {
		return 0, false
	}
	hashes := countOf(text[i+1:], '#')
	i += 1 + hashes
	if i >= len(text) || text[i] != '"' {
		return 0, false
	}
	return rawEnd(text, i+1, `"`+text[i-hashes:i]), true
}

// CppRaw is the [Rules.RawString] of C++: R"x(...)x" with any encoding prefix.
func CppRaw(text string, at int) (end int, ok bool) {
	i := at
	for _, prefix := range []string{"u8", "u", "U", "L"} {
		if strings.HasPrefix(text[i:], prefix+"R") {
			i += len(prefix)
			break
		}
	}
	if !strings.HasPrefix(text[i:], `R"`) {
		return 0, false
	}
	open := strings.IndexByte(text[i:min(i+20, len(text))], '(')
	if open < 0 {
		return 0, false
	}
	return rawEnd(text, i+open+1, ")"+text[i+2:i+open]+`"`), true
}

// rawEnd returns the end of a raw string that only its delimiter ends.
func rawEnd(text string, i int, mark string) int {
	if end := strings.Index(text[i:], mark); end >= 0 {
		return i + end + len(mark)
	}
	return len(text)
}
