package cli

import (
	"regexp"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// defaultLanguages returns the default of the argument languages.
func defaultLanguages() []string { return []string{"ts", "tsx", "js", "jsx"} }

var languageWord = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9+#_-]*$`)

// readLanguages reads the argument languages. It accepts any file extension: the program determines
// which ones it supports.
func readLanguages(args arguments.Values) ([]string, error) {
	words := defaultLanguages()
	if err := args.Value("languages", "an array of strings", &words); err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, toolerror.Invalid("omit languages, or name at least one", "languages is empty")
	}
	for i, word := range words {
		words[i] = strings.TrimPrefix(strings.TrimSpace(word), ".")
		if !languageWord.MatchString(words[i]) {
			return nil, toolerror.Invalid("give extensions such as ts", "languages contains an invalid file extension: %q", word)
		}
	}
	return words, nil
}
