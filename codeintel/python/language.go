package python

import (
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Language is Python. Its paths are relative to a project's root, with slashes.
type Language struct{}

// Words implements [facts.Language].
func (Language) Words() map[string][]string {
	return map[string][]string{"py": {".py", ".pyi", ".pyw"}}
}

// IsSource implements [facts.Language].
func (Language) IsSource(file string) bool {
	switch path.Ext(file) {
	case ".py", ".pyi", ".pyw":
		return !strings.HasPrefix(path.Base(file), ".py")
	}
	return false
}

// IsConfig implements [facts.Language].
func (Language) IsConfig(file string) bool {
	switch path.Base(file) {
	case "pyproject.toml", "setup.cfg":
		return true
	}
	return false
}

// IsTest implements [facts.Language], by the names pytest and unittest look for.
func (Language) IsTest(file string) bool {
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	return strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test") || name == "tests" || name == "conftest"
}

// Precision implements [facts.Language].
func (Language) Precision() facts.Precision { return facts.Semantic }

// Outline implements [facts.Language].
func (Language) Outline(file, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
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
