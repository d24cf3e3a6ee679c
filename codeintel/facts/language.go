package facts

// Language is a programming language. Each consumer uses the part that it needs: the index
// finds files with [FileKinds], inspection and outlines use [Syntax], and the index resolves
// names with [Resolver].
type Language interface {
	FileKinds
	Syntax
	Resolver
}

// FileKinds classifies files by their paths.
type FileKinds interface {
	// Words maps each word of the tools' languages argument to the file extensions
	// that it covers, with the dot.
	Words() map[string][]string
	// IsSource reports whether a file is a source file of the language.
	IsSource(path string) bool
	// IsConfig reports whether a file is a configuration that affects how names of
	// source files are resolved.
	IsConfig(path string) bool
	// IsTest reports whether a source file contains tests.
	IsTest(path string) bool
}

// Syntax parses single files and resolves no names.
type Syntax interface {
	// Outline lists the declarations of one file in source order. A shallow outline has only those
	// of the top level, without signatures, and takes less time. After a syntax error, the outline
	// lists the declarations that were understood, and warning describes the first syntax error.
	// The error is [ErrTooDeep] or a failure of the parser.
	Outline(path, text string, shallow bool) (decls []Decl, warning string, err error)
	// Inspect reads one file in more detail than Outline. Its errors are those of Outline.
	Inspect(path, text string) (*Inspection, error)
}

// Resolver resolves the names of projects.
type Resolver interface {
	// Precision returns how certain the resolved facts are.
	Precision() Precision
	// NewAnalyzer returns an analyzer for one project, without any state yet.
	NewAnalyzer() Analyzer
}
