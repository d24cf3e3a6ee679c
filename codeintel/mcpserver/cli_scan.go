package mcpserver

import (
	"context"
	"regexp"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
)

const cliScanSays = "Lists the elements of a project as an installed coderef CLI finds them: functions, classes, components, hooks and " +
	"others, with file, line and an id. use_ast asks it for its more exact mode; \"mode\" is cli either way. It does not tell where " +
	"elements end, and often not what is exported: that is left out. It does not tell which files it read."

type cliScanAnswer struct {
	cliAnswer
	ElementsFound int               `json:"elements_found"`
	Elements      []corecli.Element `json:"elements"`
	NextCursor    string            `json:"next_cursor,omitempty"`
	Mode          string            `json:"mode"`
	Languages     []string          `json:"languages"`
}

func cliDefaultLanguages() []string { return []string{"ts", "tsx", "js", "jsx"} }

var languageWord = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9+#_-]*$`)

// cliLanguageWords reads languages. Which there are, the program knows.
func (a arguments) cliLanguageWords() ([]string, error) {
	words := cliDefaultLanguages()
	if err := a.value("languages", "an array of strings", &words); err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, invalidInput("leave it out, or name some", "languages is empty")
	}
	for i, word := range words {
		words[i] = strings.TrimPrefix(strings.TrimSpace(word), ".")
		if !languageWord.MatchString(words[i]) {
			return nil, invalidInput("give extensions such as ts", "languages has what is no file extension: %q", word)
		}
	}
	return words, nil
}

func (t *cliTools) scan(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	languages, err := args.cliLanguageWords()
	if err != nil {
		return nil, err
	}
	a, err := readScanArguments(args.without("languages"))
	if err != nil {
		return nil, err
	}
	found, err := t.cli.Scan(ctx, corecli.ScanRequest{Root: a.root, Languages: languages, AST: a.ast})
	if err != nil {
		return nil, err
	}
	shown, next, err := cliPage(found.Elements, a.cursor, a.limit, cliRequest("coderef_scan", a.root, languages, a.ast))
	if err != nil {
		return nil, err
	}
	if len(found.Elements) == 0 {
		found.Warnings = append(found.Warnings, "the coderef CLI lists no elements; it does not tell whether it read any file")
	}
	return cliScanAnswer{
		cliAnswer: answered(found.Warnings...), ElementsFound: len(found.Elements), Elements: shown, NextCursor: next,
		Mode: "cli", Languages: languages,
	}, nil
}

// without returns the arguments but for one, which is read otherwise.
func (a arguments) without(name string) arguments {
	rest := arguments{}
	for key, value := range a {
		if key != name {
			rest[key] = value
		}
	}
	return rest
}
