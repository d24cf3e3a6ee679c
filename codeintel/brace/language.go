package brace

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Words implements [facts.Language].
func (l *language) Words() map[string][]string { return maps.Clone(l.words) }

// IsSource implements [facts.Language].
func (l *language) IsSource(path string) bool {
	i := strings.LastIndexByte(path, '.')
	if i < 0 || len(path)-i > len(".java") {
		return false
	}
	for _, extensions := range l.words {
		if slices.Contains(extensions, path[i:]) {
			return true
		}
	}
	return false
}

// IsConfig implements [facts.Language].
func (l *language) IsConfig(path string) bool { return l.config != nil && l.config(path) }

// IsTest implements [facts.Language].
func (l *language) IsTest(path string) bool { return l.IsSource(path) && l.test(path) }

// Precision implements [facts.Language].
func (l *language) Precision() facts.Precision { return facts.Syntactic }

// Outline implements [facts.Language].
func (l *language) Outline(path, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	s, err := l.scan(path, text, shallow)
	if err != nil {
		return nil, "", err
	}
	return s.result(), s.warning, nil
}

// scan reads a text. The error is [facts.ErrTooDeep] or says that the reader
// failed.
func (l *language) scan(path, text string, shallow bool) (s *scan, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, fmt.Errorf("outline %s: reader panic: %v", path, r)
		}
	}()
	d := l.dialect(path, text)
	s = &scan{dialect: d, path: path, text: text, shallow: shallow}
	s.header = d.defines && (strings.HasSuffix(path, ".h") || strings.HasSuffix(path, ".hpp") || strings.HasSuffix(path, ".hh"))
	if err := s.lex(); err != nil {
		return nil, err
	}
	if d.read(s); s.tooLong {
		return nil, facts.ErrTooDeep
	}
	s.finish()
	return s, nil
}

// split cuts a path into its folder, "" for none, and its name.
func split(path string) (dir, name string) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path
	}
	return path[:i], path[i+1:]
}

// inFolder reports a folder that is, or lies in, one of the names.
func inFolder(dir string, names ...string) bool {
	for _, folder := range strings.Split(dir, "/") {
		if slices.Contains(names, folder) {
			return true
		}
	}
	return false
}
