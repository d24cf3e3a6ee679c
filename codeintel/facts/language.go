package facts

// Language is a programming language as the index needs it.
type Language interface {
	// Words maps each word of the tools' languages argument to the file extensions
	// it covers, with the dot.
	Words() map[string][]string
	// IsSource reports a source file by its path.
	IsSource(path string) bool
	// IsConfig reports a file that governs how sources are resolved.
	IsConfig(path string) bool
	// Outline lists the declarations of one file in source order. A shallow one lists
	// those of the top level only, without signatures, and costs less. Syntax errors
	// are no failure: what was understood is listed and warning tells the first. The
	// error is [ErrTooDeep] or says that the parser itself failed.
	Outline(path, text string, shallow bool) (decls []Decl, warning string, err error)
	// Inspect reads one file more closely than Outline does, and fails as that does.
	Inspect(path, text string) (*Inspection, error)
	// IsTest reports a source file that holds tests, by its path.
	IsTest(path string) bool
	// Precision is how sure the language's facts are.
	Precision() Precision
	// NewAnalyzer returns an analyzer of a project that has seen nothing yet.
	NewAnalyzer() Analyzer
}
