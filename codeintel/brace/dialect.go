package brace

import "github.com/coderef-system/coderefd/codeintel/facts"

// dialect is what the lexer and the readers need to know of a language.
type dialect struct {
	name           string
	preprocessor   bool // lines that begin with # are directives
	defines        bool // #define declares
	nestedComments bool
	lifetimes      bool // 'a is no character
	multiline      bool // plain strings may hold line ends
	rawString      func(text string, at int) (end int, ok bool)
	interpolated   bool // C#: $"", @"" and """ in their combinations
	textBlocks     bool // Java: """
	separators     bool // 1'000
	atNames        bool // C#: @class is a name
	rawNames       bool // Rust: r#type is a name

	read func(s *scan)
	flow flow
	uses func(s *scan) []use
}

// flow are the words that steer a program, by what they count for.
type flow struct {
	words   map[string]control
	arms    bool // => separates the arms of a match or switch
	bare    bool // conditions need no parentheses
	ternary bool // ? : chooses
}

// control is what a word that steers counts for.
type control uint8

const (
	branch  control = iota + 1 // if
	loop                       // for, while, foreach, loop
	choice                     // switch, match
	label                      // case
	handler                    // catch
	another                    // else
	repeat                     // do: its while counts
	plain                      // try, finally: no decision, and Campbell does not count it
	jump                       // goto
	leap                       // break and continue: with a label they count as goto does
	nested                     // a function that is no declaration; no word
)

// use is one import as it is written.
type use struct {
	path   string // the specifier, in the separators of the language
	name   string // the name that is imported, "*" for all; "" for a whole file
	as     string // what it is called here, if otherwise
	offset int    // where it stands in the text
	system bool   // #include <...>
	inner  bool   // Rust: mod x;
	scope  []string
	custom string // Rust: #[path = "..."]
}

// language makes a [facts.Language] of dialects.
type language struct {
	words    map[string][]string
	dialect  func(path, text string) *dialect
	test     func(path string) bool
	config   func(path string) bool
	resolver func(a *analyzer) resolver
}

var _ facts.Language = (*language)(nil)
