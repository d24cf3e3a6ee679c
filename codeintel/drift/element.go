package drift

import "github.com/coderef-system/coderefd/codeintel/facts"

// Current is an element in the current state of the project.
type Current struct {
	facts.Element
	Parameters []string // names
	BodyHash   string   // comparable with a hash in the index if the same tool computed it
	Nested     bool     // declared in the body of a function
}
