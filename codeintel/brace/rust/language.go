package rust

import (
	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// Language returns Rust. It is shared: do not modify it.
func Language() *inspect.Language { return language }

var language = &inspect.Language{ //nolint:gochecknoglobals // never written
	Name:     "rust",
	Grammar:  grammar,
	Flow:     flow,
	Patterns: patterns,
}

var grammar = &syntax.Grammar{ //nolint:gochecknoglobals // never written
	Lex: lex.Rules{
		NestedComments: true, Lifetimes: true, Multiline: true, DollarNames: true,
		NameMark: "r#", RawString: lex.RustRaw,
		StringPrefixes: syntax.WordSet("b", "c"),
		CharPrefixes:   syntax.WordSet("b"),
	},
	Read: read,
	Uses: uses,
	Control: map[string]syntax.Control{
		"if": syntax.Branch, "for": syntax.Loop, "while": syntax.Loop, "loop": syntax.Loop, "match": syntax.Choice,
		"else": syntax.Else, "break": syntax.Exit, "continue": syntax.Exit,
	},
	Reserved: syntax.WordSet("in", "as", "fn", "Fn", "FnMut", "FnOnce", "Some", "Ok", "Err", "let", "mut", "pub",
		"impl", "dyn", "where", "move", "ref"),
	MacroCalls: true, Turbofish: true,
}
