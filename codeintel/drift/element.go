package drift

import "github.com/coderef-system/coderefd/codeintel/facts"

// Current is an element of the project as it is now.
type Current struct {
	facts.Element
	Parameters []string // names
	BodyHash   string   // comparable with that of the index if made by the same tool
	Nested     bool     // in the body of a function
}
