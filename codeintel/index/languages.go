package index

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang"
	"github.com/coderef-system/coderefd/codeintel/python"
	"github.com/coderef-system/coderefd/codeintel/typescript"
)

// languages returns all supported languages. A file is a source of at most one of them.
func languages() []facts.Language {
	return []facts.Language{
		typescript.Language{}, golang.Language{}, python.Language{}, brace.Rust(), brace.Java(), brace.C(), brace.CSharp(),
	}
}

// Words maps each word for a language to the file extensions it covers.
func Words() map[string][]string {
	words := map[string][]string{}
	for _, l := range languages() {
		for word, extensions := range l.Words() {
			words[word] = extensions
		}
	}
	return words
}

// MainWords returns the widest words, sorted: those whose extensions are not a proper subset
// of another word's. Together they cover all languages.
func MainWords() []string {
	all := Words()
	var out []string
	for word, extensions := range all {
		if !coveredByWider(word, extensions, all) {
			out = append(out, word)
		}
	}
	slices.Sort(out)
	return out
}

func coveredByWider(word string, extensions []string, all map[string][]string) bool {
	for other, wider := range all {
		if other != word && len(wider) > len(extensions) &&
			!slices.ContainsFunc(extensions, func(e string) bool { return !slices.Contains(wider, e) }) {
			return true
		}
	}
	return false
}

// WordOf returns the main word for the language of a file, or "" for a file in no supported
// language.
func WordOf(path string) string {
	l := languageOf(path)
	if l == nil {
		return ""
	}
	best, most, own := "", 0, extension(path)
	for word, extensions := range l.Words() {
		if len(extensions) > most && slices.Contains(extensions, own) {
			best, most = word, len(extensions)
		}
	}
	return best
}

// extension returns the extension of a path, with its dot. A file named .ts has no extension.
func extension(path string) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[i:]
	}
	return ""
}

// Outline lists the declarations of one text in the language of its path. It lists none if the
// language is not supported. The warning is the first syntax error, or empty.
func Outline(path, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	if l := languageOf(path); l != nil {
		return l.Outline(path, text, shallow)
	}
	return nil, "", nil
}

// Inspect reads one text in the language of its path. If the language is not supported, the
// inspection is empty. The errors are those of [facts.Syntax].
func Inspect(path, text string) (*facts.Inspection, error) {
	if l := languageOf(path); l != nil {
		return l.Inspect(path, text)
	}
	return &facts.Inspection{}, nil
}

// IsConfig reports whether a file is a configuration that affects how sources are resolved.
func IsConfig(path string) bool {
	return slices.ContainsFunc(languages(), func(l facts.Language) bool { return l.IsConfig(path) })
}

func languageOf(path string) facts.Language {
	for _, l := range languages() {
		if l.IsSource(path) {
			return l
		}
	}
	return nil
}

// IsProjectFile reports whether results depend on a file, by its path: whether it is a source,
// a configuration file that affects how sources are resolved, or .gitattributes, which declares
// files to be generated.
func IsProjectFile(path string) bool {
	return isAttributes(path) || slices.ContainsFunc(languages(), func(l facts.Language) bool {
		return l.IsSource(path) || l.IsConfig(path)
	})
}
