package coderef2

// Ref is a parsed reference. Path and Element are decoded.
type Ref struct {
	Type       string // designator as written; empty for the @coderef{file:element} form
	Path       string
	Element    string  // empty if the reference names a whole file
	Parameters string  // of the element, as written, with parentheses; empty for none
	Line       int     // 0 if absent
	LineEnd    int     // 0 if absent or equal to Line
	Block      string  // kind of a block reference such as if{ready}, else empty
	BlockIdent string  // the text between the braces of the block reference
	Metadata   []Entry // sorted by name
}

// Entry is one entry of a reference's metadata: [category:]key[=value].
type Entry struct {
	Category string
	Key      string
	Value    Value // true if the entry has none
}

func (e Entry) name() string {
	if e.Category == "" {
		return e.Key
	}
	return e.Category + ":" + e.Key
}

// Kind is the type of a metadata value.
type Kind uint8

// The kinds of values.
const (
	String    Kind = iota
	Bool           // true or false
	Number         // digits with an optional fraction
	Array          // of JSON
	Object         // of JSON
	Reference      // a CodeRef2 reference in its canonical form
	Date           // 2006-01-02 or 2006-01-02T15:04:05Z
)

// Value is the value of a metadata entry.
type Value struct {
	Kind Kind
	Text string // a string without quotes; other values as written
}
