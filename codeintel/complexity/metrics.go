package complexity

import (
	"math"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Metrics measure the complexity of a function, or of an element or folder that contains
// functions.
type Metrics struct {
	Lines         int
	CodeLines     int // without comments and blank lines; 0 for a single function, or if unknown
	Functions     int // number of contained functions and methods; 0 for a function
	Cyclomatic    int // the sum of the contained functions
	MaxCyclomatic int // the maximum of the contained functions
	Cognitive     int // the sum of the contained functions
	MaxCognitive  int // the maximum of the contained functions
	Nesting       int // the maximum of the contained functions
	Parameters    int // the maximum of the contained functions
	FanIn, FanOut int // see [graph.Graph.FanIn]
	Score         float64
	Level         Level
}

// Level is a range of scores.
type Level string

// The levels.
const (
	Low      Level = "low"      // score up to 3
	Medium   Level = "medium"   // up to 5
	High     Level = "high"     // up to 8
	Critical Level = "critical" // above
)

// Rule describes how scores and levels are computed.
const Rule = "score = 10·(0.3·min(1, lines/200) + 0.4·min(1, cyclomatic/15) + " +
	"0.2·min(1, parameters/10) + 0.1·min(1, nesting/5)), " +
	"one decimal; low up to 3, medium up to 5, high up to 8, critical above. " +
	"An element or folder that contains functions has the highest score of its functions; " +
	"its cyclomatic and cognitive are sums, its nesting and parameters are maxima"

// ofBody returns the metrics of a function.
func ofBody(b *facts.Body) Metrics {
	m := Metrics{
		Lines: b.Lines, Cyclomatic: b.Cyclomatic, Cognitive: b.Cognitive, Nesting: b.Nesting, Parameters: b.Parameters,
	}
	m.Score = score(&m)
	m.Level = level(m.Score)
	return m
}

// score returns a score with one decimal. It is rounded before the level is chosen, so that the
// two agree.
func score(m *Metrics) float64 {
	part := func(weight float64, n, most int) float64 { return weight * min(1, float64(n)/float64(most)) }
	sum := part(0.3, m.Lines, 200) + part(0.4, m.Cyclomatic, 15) + part(0.2, m.Parameters, 10) + part(0.1, m.Nesting, 5)
	return math.Round(100*sum) / 10
}

func level(score float64) Level {
	switch {
	case score <= 3:
		return Low
	case score <= 5:
		return Medium
	case score <= 8:
		return High
	default:
		return Critical
	}
}

// add adds the metrics of a contained function.
func (m *Metrics) add(f *Metrics) {
	m.Functions++
	m.Cyclomatic += f.Cyclomatic
	m.Cognitive += f.Cognitive
	m.MaxCyclomatic, m.MaxCognitive = max(m.MaxCyclomatic, f.Cyclomatic), max(m.MaxCognitive, f.Cognitive)
	m.Nesting, m.Parameters = max(m.Nesting, f.Nesting), max(m.Parameters, f.Parameters)
	m.Score = max(m.Score, f.Score)
	m.Level = level(m.Score)
}
