package mcpfile

import (
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/jsontree"
)

// badLine is a malformed line of a file.
type badLine struct {
	line    int
	message string
}

// parseEnvFile reads NAME=value lines in the format of editors and container tools: "export" before the name,
// comments, 'literal' and "escaped" values. It reports malformed lines.
func parseEnvFile(data []byte) (values map[string]string, bad []badLine) {
	values = map[string]string{}
	number := 0
	fail := func(format string, args ...any) {
		bad = append(bad, badLine{number, fmt.Sprintf(format, args...)})
	}
	for line := range strings.Lines(strings.TrimPrefix(string(data), jsontree.ByteOrderMark)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		name = strings.TrimSpace(name)
		switch {
		case !ok:
			fail("must be NAME=value")
		case name == "" || strings.ContainsAny(name, " \t\"'"):
			fail("%q is not a variable name", name)
		default:
			text, err := envValue(strings.TrimSpace(value))
			if err != nil {
				fail("%v", err)
			}
			values[name] = text
		}
	}
	return values, bad
}

// envValue removes quotes and comments from a value.
func envValue(s string) (string, error) {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		value, _, _ := strings.Cut(" "+s, " #")
		return strings.TrimSpace(value), nil
	}
	quote := s[0]
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote:
			if rest := strings.TrimSpace(s[i+1:]); rest != "" && rest[0] != '#' {
				return "", fmt.Errorf("unexpected text after the closing %c", quote)
			}
			return b.String(), nil
		case c == '\\' && quote == '"' && i+1 < len(s):
			i++
			b.WriteString(unescape(s[i]))
		default:
			b.WriteByte(c)
		}
	}
	return "", fmt.Errorf("unterminated quote (%c)", quote)
}

// unescape returns the character that an escape sequence denotes.
func unescape(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 'r':
		return "\r"
	case 't':
		return "\t"
	case '"', '\\', '$':
		return string(c)
	}
	return string([]byte{'\\', c})
}
