package syntax

import "github.com/coderef-system/coderefd/codeintel/brace/lex"

// Grammar describes the syntax of a language. It is read-only and shared by all files
// of the language.
type Grammar struct {
	Lex lex.Rules

	// Read adds the declarations of a file to it, in any order.
	Read func(f *File)
	// Uses returns the imports of a file.
	Uses func(f *File) []Use

	Control    map[string]Control // the words that control the flow of a program
	Reserved   map[string]bool    // words that begin no declaration and are not names
	Contextual map[string]bool    // words reserved unless a parenthesis follows
	NotCalled  map[string]bool    // words before a parenthesis that are not callees

	TypeWords  bool // qualifiers and built-in types before a parenthesis are not callees
	Prototypes bool // functions may be declared apart from their definition
	MacroCalls bool // name!(...) calls a macro
	Turbofish  bool // type arguments of a call follow ::
}

// Control is the kind of a control-flow word.
type Control uint8

// The kinds of control-flow words. The zero value is a word that does not control the flow.
const (
	Branch  Control = iota + 1 // if
	Loop                       // for, while, foreach, loop
	Choice                     // switch, match
	Label                      // case
	Handler                    // catch
	Else                       // else
	Repeat                     // do: the 'while' after its body counts as the loop
	Plain                      // try, finally: no decision
	Goto                       // goto
	Exit                       // break, continue
	Nested                     // no word has this kind: it denotes a function that is not a declaration
)
