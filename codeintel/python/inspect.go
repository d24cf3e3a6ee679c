package python

import "github.com/coderef-system/coderefd/codeintel/facts"

// Inspect implements [facts.Language].
func (l Language) Inspect(path, text string) (*facts.Inspection, error) {
	decls, _, err := l.Outline(path, text, false)
	return &facts.Inspection{Decls: decls}, err
}
