package syntax

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"
)

// MaxWarnings bounds the number of warnings about configuration files; maxWarningBytes bounds
// the length of every warning.
const (
	MaxWarnings     = 20
	maxWarningBytes = 300
)

// syntaxWarning returns the first syntax error of a file. Later errors are often consequences
// of the first.
func syntaxWarning(path string, f *token.File, problem error) string {
	var list scanner.ErrorList
	switch {
	case problem == nil:
		return ""
	case errors.As(problem, &list) && len(list) > 0:
		offset := max(0, min(list[0].Pos.Offset, f.Size()))
		return Warning(path, f.PositionFor(f.Pos(offset), false).Line, list[0].Msg)
	default:
		return Warning(path, 1, problem.Error())
	}
}

// Warning returns a warning in the form file:line: message.
func Warning(path string, line int, message string) string {
	text := fmt.Sprintf("%s:%d: %s", path, line, strings.Join(strings.Fields(message), " "))
	if len(text) <= maxWarningBytes {
		return text
	}
	const ellipsis = "…"
	cut := maxWarningBytes - len(ellipsis)
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + ellipsis
}
