package facts

// Precision is how certain a result is. Results contain it as text.
type Precision string

// The degrees of precision.
const (
	Semantic  Precision = "semantic"  // names were resolved with types
	Syntactic Precision = "syntactic" // the source was parsed, names were not resolved
)
