package change

import "github.com/coderef-system/coderefd/codeintel/facts"

// File is one file of a change. At least one text is set.
type File struct {
	OldPath, NewPath string  // empty on a side without the file
	Old, New         *string // texts; nil on a side without the file
}

// Kind is what happened to an element.
type Kind string

// The kinds. An element that was renamed or moved may be modified too.
const (
	Added    Kind = "added"
	Removed  Kind = "removed"
	Modified Kind = "modified"
	Renamed  Kind = "renamed" // it has another name, and otherwise the same text
	Moved    Kind = "moved"   // it is in another file
)

// Parts are the parts of an element that differ.
type Parts struct {
	Body      bool // its code, value, decorators, or any other part
	Signature bool // parameters, result type, the definition of a type
	Export    bool // whether other files can import it
}

// Element is an element that differs.
type Element struct {
	Kind     Kind
	Old, New *facts.Element // nil on a side without the element
	Parts    Parts          // of an element on both sides
	// Compatible is set if all calls that the old signature accepts have the same meaning with the
	// new one: it has more parameters, which are optional, and otherwise the same.
	Compatible bool
}

// Any reports whether any part differs.
func (p Parts) Any() bool { return p.Body || p.Signature || p.Export }

// Names returns the names of the parts that differ.
func (p Parts) Names() []string {
	var names []string
	for _, part := range []struct {
		name    string
		differs bool
	}{{"body", p.Body}, {"signature", p.Signature}, {"export", p.Export}} {
		if part.differs {
			names = append(names, part.name)
		}
	}
	return names
}

// Current returns the element on the new side, or the removed one.
func (e *Element) Current() *facts.Element {
	if e.New != nil {
		return e.New
	}
	return e.Old
}

// Result is the result of [Compare].
type Result struct {
	Elements []Element // by file and place, removed ones first; files for code outside all elements
	// Imports are the new paths of files whose imports differ.
	Imports []string
	// Unread are the files that cannot be compared, with the reason.
	Unread map[string]string
}
