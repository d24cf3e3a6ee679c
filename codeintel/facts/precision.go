package facts

// Precision is how sure an answer is, in the word answers use.
type Precision string

// The degrees of precision.
const (
	Semantic  Precision = "semantic"  // names were resolved with types
	Syntactic Precision = "syntactic" // the source was parsed, names were not resolved
)
