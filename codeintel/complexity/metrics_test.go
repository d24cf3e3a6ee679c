package complexity

import (
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestScoreAndLevel checks the contribution of each measure, its maximum, and the bounds of the
// levels.
func TestScoreAndLevel(t *testing.T) {
	for _, tt := range []struct {
		body  facts.Body
		score float64
		level Level
	}{
		{facts.Body{Lines: 1, Cyclomatic: 1}, 0.3, Low},
		{facts.Body{Lines: 100}, 1.5, Low},
		{facts.Body{Lines: 5000}, 3, Low},
		{facts.Body{Cyclomatic: 15}, 4, Medium},
		{facts.Body{Cyclomatic: 500, Parameters: 5}, 5, Medium},
		{facts.Body{Cyclomatic: 15, Parameters: 5, Nesting: 1}, 5.2, High},
		{facts.Body{Lines: 200, Cyclomatic: 15, Nesting: 5}, 8, High},
		{facts.Body{Lines: 200, Cyclomatic: 15, Parameters: 1, Nesting: 5}, 8.2, Critical},
		{facts.Body{Lines: 900, Cyclomatic: 90, Parameters: 90, Nesting: 90}, 10, Critical},
	} {
		m := ofBody(&tt.body)
		if m.Score != tt.score || m.Level != tt.level {
			t.Errorf("%+v: got score %v, %s; want %v, %s", tt.body, m.Score, m.Level, tt.score, tt.level)
		}
	}
}

// TestAddComputesSumsAndMaxima checks the metrics of an element that contains functions.
func TestAddComputesSumsAndMaxima(t *testing.T) {
	var sum Metrics
	for _, b := range []facts.Body{
		{Lines: 10, Cyclomatic: 3, Cognitive: 7, Nesting: 2, Parameters: 1},
		{Lines: 100, Cyclomatic: 5, Cognitive: 4, Nesting: 1, Parameters: 4},
	} {
		m := ofBody(&b)
		sum.add(&m)
	}
	want := Metrics{
		Functions: 2, Cyclomatic: 8, MaxCyclomatic: 5, Cognitive: 11, MaxCognitive: 7, Nesting: 2, Parameters: 4,
		Score: 3.8, Level: Medium,
	}
	if sum != want {
		t.Errorf("got %+v, want %+v", sum, want)
	}
}
