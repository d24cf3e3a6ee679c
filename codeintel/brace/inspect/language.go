package inspect

import (
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// Language describes a language to the inspection. It is read-only and shared by all
// files of the language.
type Language struct {
	Name     string // as universal-ctags spells it, in lower case
	Grammar  *syntax.Grammar
	Flow     Flow
	Patterns Patterns
}

// Flow describes how control flows in a language, in addition to the words in
// [syntax.Grammar]. Nil functions report false or 0 for every token.
type Flow struct {
	Arms        bool     // => separates the pattern of an arm from its result
	Bare        bool     // conditions need no parentheses
	Let         bool     // 'let' declares variables and may have an 'else'
	Bindings    bool     // a lower-case name as the pattern of an arm matches everything
	CaseArrow   bool     // -> may follow the label of a case
	LambdaArrow string   // the operator before the body of a lambda, "" for none
	ExitLabel   lex.Kind // the kind of the label after 'break' or 'continue'

	// Ternary reports whether the ? at token i begins a conditional expression.
	Ternary func(f *syntax.File, i int) bool
	// Reference reports whether the && at token i is not the logical operator.
	Reference func(f *syntax.File, i int) bool
	// Closure reports whether the | or || at token i begins the parameters of a closure.
	Closure func(f *syntax.File, i int) bool
	// NotLoop reports whether the word 'for' at token i does not begin a loop.
	NotLoop func(f *syntax.File, i int) bool
	// Lambda returns the first token of the body of the lambda whose [ is token i, or 0.
	Lambda func(f *syntax.File, i, hi int) int
	// Functions maps words that may begin an anonymous function or class to a function
	// that returns the first token of its body, or 0. The word is token i.
	Functions map[string]func(f *syntax.File, i, hi int) int
}
