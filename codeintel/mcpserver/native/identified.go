package native

import "github.com/coderef-system/coderefd/codeintel/index"

// identified is the part of a response that identifies the state of the project.
type identified struct {
	Subject *index.Subject `json:"subject"`
}

// identify sets the subject to that of a snapshot.
func (i *identified) identify(s *index.Snapshot) { i.Subject = s.Subject() }
