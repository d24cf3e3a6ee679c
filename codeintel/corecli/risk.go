package corecli

import (
	"fmt"
	"slices"
	"strings"
)

// The severities of a dependent, and the risk levels of a change.
const (
	minor    = "minor"
	major    = "major"
	breaking = "breaking"

	low      = "LOW"
	medium   = "MEDIUM"
	high     = "HIGH"
	critical = "CRITICAL"
)

// severities returns the severities in rising order.
func severities() []string { return []string{minor, major, breaking} }

// severity returns the severity of a dependent at a distance from the changed element.
func (r *impactReader) severity(depth int) string {
	switch {
	case depth > 1:
		return minor
	case r.request.Operation == "delete":
		return breaking
	default:
		return major
	}
}

// severityWord returns the severity that a word of the program means, or "" if it is
// unknown.
func severityWord(word string) string {
	word = strings.ToLower(word)
	if slices.Contains(severities(), word) {
		return word
	}
	return ""
}

// moreSevere returns the higher of two severities. An empty severity is the lowest.
func moreSevere(a, b string) string {
	if slices.Index(severities(), a) >= slices.Index(severities(), b) {
		return a
	}
	return b
}

// rate sets the level, the score and their rule. level is the level that the program
// reports. If it is empty or unknown, rate derives the level from the number of
// dependents, or from the number of files if the program does not report dependents.
func (r *impactReader) rate(level string) {
	total, counted := len(r.result.Files), "affected files"
	r.result.Score = min(10*total, 90)
	rule := fmt.Sprintf("score = min(10 × %d affected files, 90) = %d", total, r.result.Score)
	if r.result.Direct != nil {
		direct, transitive := *r.result.Direct, *r.result.Transitive
		total, counted = direct+transitive, "dependents"
		r.result.Score = min(10*direct, 60) + min(2*transitive, 30)
		rule = fmt.Sprintf("score = min(10 × %d direct, 60) + min(2 × %d transitive, 30) = %d",
			direct, transitive, r.result.Score)
	}
	switch upper := strings.ToUpper(level); upper {
	case low, medium, high, critical:
		r.result.Level = upper
		r.result.Rule = "the level is the one that the coderef CLI reports; " + rule
		return
	case "":
	default:
		r.warn("the coderef CLI reports an unknown risk level: %q", clip(level, 32))
	}
	r.result.Level = low
	switch {
	case total >= 50:
		r.result.Level = critical
	case total >= 20:
		r.result.Level = high
	case total >= 5:
		r.result.Level = medium
	}
	r.result.Rule = fmt.Sprintf("%d %s: CRITICAL from 50, HIGH from 20, MEDIUM from 5; %s", total, counted, rule)
}
