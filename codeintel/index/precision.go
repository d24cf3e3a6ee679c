package index

import "github.com/coderef-system/coderefd/codeintel/facts"

// PrecisionOf returns the precision of a file's language.
func PrecisionOf(file string) facts.Precision {
	if l := languageOf(file); l != nil {
		return l.Precision()
	}
	return facts.Syntactic
}

// Precision returns the precision of a result about the whole project: that of its least
// precise language.
func (s *Snapshot) Precision() facts.Precision {
	for _, file := range s.Files() {
		if PrecisionOf(file) != facts.Semantic {
			return facts.Syntactic
		}
	}
	return facts.Semantic
}

// IsTest reports whether a source file contains tests, judged by its path.
func IsTest(file string) bool {
	l := languageOf(file)
	return l != nil && l.IsTest(file)
}
