package native

import (
	"regexp"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// C returns C. It is shared: do not modify it.
func C() *inspect.Language { return c }

var c = &inspect.Language{ //nolint:gochecknoglobals // never written
	Name: "c",
	Grammar: &syntax.Grammar{
		Lex: lex.Rules{
			Preprocessor: true, Macros: true, Separators: true, DollarNames: true,
			StringPrefixes: prefixes, CharPrefixes: prefixes,
		},
		Read:       read,
		Uses:       uses,
		Control:    control,
		Reserved:   syntax.WordSet("sizeof", "alignof", "_Alignof"),
		Prototypes: true, TypeWords: true,
	},
	Flow:     flow,
	Patterns: patterns,
}

// prefixes are the words that may precede a string or character.
var prefixes = syntax.WordSet("L", "u", "U", "u8") //nolint:gochecknoglobals // never written

// control are the words of C and C++ that control the flow.
var control = map[string]syntax.Control{ //nolint:gochecknoglobals // never written
	"if": syntax.Branch, "for": syntax.Loop, "while": syntax.Loop, "do": syntax.Repeat, "switch": syntax.Choice,
	"case": syntax.Label, "catch": syntax.Handler, "else": syntax.Else, "try": syntax.Plain, "goto": syntax.Goto,
}

// cppOnly matches text that a header contains only if it is written for C++.
var cppOnly = regexp.MustCompile(`(?m)^\s*(class\s+\w[^;{]*[{:;]|namespace\b|template\s*<|using\s+\w|` +
	`public:|private:|protected:|virtual\s)|\bstd::|` +
	`#include\s*<(string|vector|memory|map|iostream|functional|utility|type_traits|cstdint|cstddef)>|` +
	`\bconstexpr\b|\bnoexcept\b`)

// cppPart matches the parts of a header for C that only C++ compilers read.
var cppPart = regexp.MustCompile(
	`(?s)#\s*(ifdef\s+__cplusplus|if\s+defined\s*\(?\s*__cplusplus\s*\)?).*?#\s*(endif|else)`)

// maxSniffed is the number of bytes of a header that [IsCPP] reads.
const maxSniffed = 64 << 10

// IsCPP reports whether the text of a header is written for C++, not for C.
func IsCPP(text string) bool {
	text = text[:min(len(text), maxSniffed)]
	if strings.Contains(text, "__cplusplus") {
		text = cppPart.ReplaceAllString(text, "")
	}
	return cppOnly.MatchString(text)
}
