package python

import (
	"fmt"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// outlineFile lists the declarations of a file. A panic is returned as an error.
func outlineFile(file, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	defer func() {
		if r := recover(); r != nil {
			decls, warning, err = nil, "", fmt.Errorf("outline %s: %v", file, r)
		}
	}()
	l := outliners.Get().(*outliner)
	m, failure := l.Parse(text)
	if failure != nil {
		if failure.TooDeep {
			return nil, "", facts.ErrTooDeep
		}
		warning = warningOf(file, failure)
	}
	decls = l.outline(file, m, shallow)
	outliners.Put(l) // but for one that panicked
	return decls, warning, nil
}

// outliners are those at rest.
var outliners = sync.Pool{New: func() any { return new(outliner) }} //nolint:gochecknoglobals // safe for concurrent use
