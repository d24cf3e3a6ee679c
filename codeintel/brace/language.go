package brace

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/resolve"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// language implements [facts.Language] for one or more languages that import each
// other's files.
type language struct {
	words map[string][]string // file extensions by word, as [facts.Language] returns them
	// describe returns the language of a file. Several languages can share an extension.
	describe func(path, text string) *inspect.Language
	isTest   func(dir, name string) bool // dir is the folder of the file, name its base name
	config   string                      // the name of the files that rules read; "" for none
	rules    resolve.Rules
}

var _ facts.Language = (*language)(nil)

// Words implements [facts.Language].
func (l *language) Words() map[string][]string { return maps.Clone(l.words) }

// maxExtension is the length of the longest extension, in bytes.
const maxExtension = len(".java")

// IsSource implements [facts.Language].
func (l *language) IsSource(path string) bool {
	i := strings.LastIndexByte(path, '.')
	if i < 0 || len(path)-i > maxExtension {
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
func (l *language) IsConfig(file string) bool { return l.config != "" && path.Base(file) == l.config }

// IsTest implements [facts.Language].
func (l *language) IsTest(file string) bool {
	dir, name := path.Split(file)
	return l.IsSource(file) && l.isTest(strings.TrimSuffix(dir, "/"), name)
}

// Precision implements [facts.Language].
func (l *language) Precision() facts.Precision { return facts.Syntactic }

// Outline implements [facts.Language].
func (l *language) Outline(path, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	f, err := syntax.Parse(path, text, l.describe(path, text).Grammar, shallow)
	if err != nil {
		return nil, "", err
	}
	return f.Result(), f.Warning, nil
}

// Inspect implements [facts.Language].
func (l *language) Inspect(path, text string) (*facts.Inspection, error) {
	described := l.describe(path, text)
	f, err := syntax.Parse(path, text, described.Grammar, false)
	if err != nil {
		return &facts.Inspection{}, err
	}
	return inspect.File(f, described), nil
}

// NewAnalyzer implements [facts.Language].
func (l *language) NewAnalyzer() facts.Analyzer {
	return resolve.NewAnalyzer(resolve.Config{Parse: l.parse, IsConfig: l.IsConfig, Rules: l.rules})
}

func (l *language) parse(path, text string) (*syntax.File, error) {
	return syntax.Parse(path, text, l.describe(path, text).Grammar, false)
}

// isIn reports whether a component of the path dir is one of the names.
func isIn(dir string, names ...string) bool {
	for _, folder := range strings.Split(dir, "/") {
		if slices.Contains(names, folder) {
			return true
		}
	}
	return false
}
