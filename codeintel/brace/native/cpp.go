package native

import (
	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// CPP returns C++. It is shared: do not modify it.
func CPP() *inspect.Language { return cpp }

var cpp = &inspect.Language{ //nolint:gochecknoglobals // never written
	Name: "cpp",
	Grammar: &syntax.Grammar{
		Lex: lex.Rules{
			Preprocessor: true, Macros: true, Separators: true, DollarNames: true, RawString: lex.CppRaw,
			StringPrefixes: prefixes, CharPrefixes: prefixes,
		},
		Read:       read,
		Uses:       uses,
		Control:    control,
		Reserved:   syntax.WordSet("new", "delete", "co_return", "co_await", "co_yield", "sizeof", "alignof"),
		Prototypes: true, TypeWords: true,
	},
	Flow:     flow,
	Patterns: patterns,
}
