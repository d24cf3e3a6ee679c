package corecli

import (
	"fmt"
	"strings"
)

// rate takes over the level that the program gives, else makes one by how much is
// reached: dependents, or files where they are not told.
func (r *impactReader) rate(word string) {
	total, what := len(r.answer.Files), "affected files"
	r.answer.Score = min(10*total, 90)
	rule := fmt.Sprintf("score = min(10 × %d affected files, 90) = %d", total, r.answer.Score)
	if r.answer.Direct != nil {
		direct, transitive := *r.answer.Direct, *r.answer.Transitive
		total, what = direct+transitive, "dependents"
		r.answer.Score = min(10*direct, 60) + min(2*transitive, 30)
		rule = fmt.Sprintf("score = min(10 × %d direct, 60) + min(2 × %d transitive, 30) = %d", direct, transitive, r.answer.Score)
	}
	switch level := strings.ToUpper(word); level {
	case low, medium, high, critical:
		r.answer.Level = level
		r.answer.Rule = "the level is the coderef CLI's own; " + rule
		return
	case "":
	default:
		r.warn("the coderef CLI gives a risk level that is not known: %q", clip(word, 32))
	}
	r.answer.Level = low
	switch {
	case total >= 50:
		r.answer.Level = critical
	case total >= 20:
		r.answer.Level = high
	case total >= 5:
		r.answer.Level = medium
	}
	r.answer.Rule = fmt.Sprintf("%d %s: CRITICAL from 50, HIGH from 20, MEDIUM from 5; %s", total, what, rule)
}
