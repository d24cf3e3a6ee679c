package index

import "github.com/coderef-system/coderefd/codeintel/facts"

// PrecisionOf returns how sure the facts of a file's language are.
func PrecisionOf(file string) facts.Precision {
	if l := languageOf(file); l != nil {
		return l.Precision()
	}
	return facts.Syntactic
}

// Precision returns how sure an answer is that is made from the whole project: as
// sure as the least sure of its languages.
func (s *Snapshot) Precision() facts.Precision {
	for _, file := range s.Files() {
		if PrecisionOf(file) != facts.Semantic {
			return facts.Syntactic
		}
	}
	return facts.Semantic
}

// IsTest reports a source file that holds tests, by its path.
func IsTest(file string) bool {
	l := languageOf(file)
	return l != nil && l.IsTest(file)
}
