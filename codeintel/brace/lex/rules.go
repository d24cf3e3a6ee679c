package lex

// Rules are the lexical features of a language. The zero value describes a language that has
// only names, numbers, strings with backslash escapes, and comments that do not nest.
type Rules struct {
	Preprocessor   bool            // lines that begin with # are directives
	Macros         bool            // #define and #include are recorded, and a backslash continues a line
	NestedComments bool            // /* /* */ */ is one comment
	Lifetimes      bool            // 'a without a closing quote is a lifetime
	Multiline      bool            // strings may contain line ends
	Interpolation  bool            // $"{a}", @"" and """ in their combinations
	TextBlocks     bool            // """ delimits a block of text
	Separators     bool            // a quote may separate digits: 1'000
	DollarNames    bool            // names may contain $
	NameMark       string          // prefix that makes a keyword a name, such as r# or @; "" for none
	StringPrefixes map[string]bool // words that may precede a string: L""
	CharPrefixes   map[string]bool // words that may precede a character: L''

	// RawString returns the end of the raw string at the offset at; ok is false if none
	// begins there. Nil if the language has no raw strings.
	RawString func(text string, at int) (end int, ok bool)
}
