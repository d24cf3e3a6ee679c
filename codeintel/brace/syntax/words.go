package syntax

// statements are the words that begin a statement in every language.
var statements = WordSet( //nolint:gochecknoglobals // never written
	"return", "throw", "if", "else", "for", "while", "do", "switch", "case", "try", "catch", "finally", "goto",
	"break", "continue", "var",
)

// Reserved reports whether the token at i is a word that begins no declaration and is
// not a name.
func (f *File) Reserved(i int) bool {
	w := f.Word(i)
	return statements[w] || f.Grammar.Reserved[w] || f.Grammar.Contextual[w] && !f.Is(i+1, "(")
}

// qualifiers modify a type and do not name one.
var qualifiers = WordSet( //nolint:gochecknoglobals // never written
	"const", "volatile", "restrict", "__restrict", "__restrict__", "register", "struct", "union", "enum",
	"class", "typename", "final", "constexpr", "static", "inline", "extern", "mutable", "thread_local", "__inline",
	"__extension__", "consteval", "constinit",
)

// IsQualifier reports whether a word modifies a type and does not name one.
func IsQualifier(word string) bool { return qualifiers[word] }

// builtin are the types that are single words of a language.
var builtin = WordSet( //nolint:gochecknoglobals // never written
	"int", "char", "long", "short", "unsigned", "signed", "float", "double", "void", "bool", "_Bool", "auto",
	"byte", "boolean", "size_t", "wchar_t",
)

// IsBuiltin reports whether a word is a built-in type.
func IsBuiltin(word string) bool { return builtin[word] }

// WordSet returns a set of words.
func WordSet(words ...string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, w := range words {
		out[w] = true
	}
	return out
}
