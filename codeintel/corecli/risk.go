package corecli

import (
	"fmt"
	"strings"
)

// rate takes over the level that the program gives, else makes one of the score.
func (r *impactReader) rate(word string) error {
	direct, transitive := r.answer.Direct, r.answer.Transitive
	r.answer.Score = min(10*direct, 60) + min(2*transitive, 30)
	r.answer.Rule = fmt.Sprintf("score = min(10 × %d direct, 60) + min(2 × %d transitive, 30) = %d", direct, transitive, r.answer.Score)
	switch level := strings.ToUpper(word); level {
	case low, medium, high, critical:
		r.answer.Level = level
		r.answer.Rule = "the level is the coderef CLI's own; " + r.answer.Rule
		return nil
	case "":
	default:
		r.warn("the coderef CLI gives a risk level that is not known: %q", clip(word, 32))
	}
	total := direct + transitive
	r.answer.Level = low
	switch {
	case total >= 50:
		r.answer.Level = critical
	case total >= 20:
		r.answer.Level = high
	case total >= 5:
		r.answer.Level = medium
	}
	r.answer.Rule = fmt.Sprintf("%d dependents: CRITICAL from 50, HIGH from 20, MEDIUM from 5; %s", total, r.answer.Rule)
	return nil
}
