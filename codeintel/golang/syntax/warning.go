package syntax

import (
	"errors"
	"go/scanner"
	"go/token"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// MaxWarnings bounds the number of warnings about configuration files.
const MaxWarnings = 20

// syntaxWarning returns the first syntax error of a file. Later errors are often consequences
// of the first.
func syntaxWarning(path string, f *token.File, problem error) string {
	var list scanner.ErrorList
	switch {
	case problem == nil:
		return ""
	case errors.As(problem, &list) && len(list) > 0:
		offset := max(0, min(list[0].Pos.Offset, f.Size()))
		return facts.Warning(path, f.PositionFor(f.Pos(offset), false).Line, list[0].Msg)
	default:
		return facts.Warning(path, 1, problem.Error())
	}
}
