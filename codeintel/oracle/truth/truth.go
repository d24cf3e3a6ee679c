// Package truth describes a project as an oracle sees it: its declarations, and the calls
// and imports of a sample of them.
package truth

import "context"

// Declaration is one declaration of a file.
type Declaration struct {
	File      string `json:"file"` // relative to the project, with slashes
	Line      int    `json:"line"` // counts from 1
	Kind      string `json:"kind"` // a type of coderef_scan; "file" for a target that is a file
	Name      string `json:"name"`
	Exported  bool   `json:"exported"`
	Component bool   `json:"component"` // the engine may list it as a component instead of its kind
}

// Rules by which a site belongs to the truth.
const (
	Direct   = "direct"   // the target itself is called or imported
	Possible = "possible" // a member of the project that the target overrides or implements is called
	Outside  = "outside"  // such a member, declared outside the project, is called
	// TypeScript's language service follows the called name to the target.
	Destructured = "destructured"
	Shorthand    = "shorthand"
)

// Site is a place that calls or imports a target. Line and column count from 1, columns
// in UTF-16 units.
type Site struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Rule   string `json:"rule"`
	Form   string `json:"form"` // syntactic form: call, new, JSX, …
}

// Case is a sampled target and every site that leads to it.
type Case struct {
	Target Declaration `json:"target"`
	Sites  []Site      `json:"sites"`
}

// Project is the truth about one project.
type Project struct {
	Version          string        `json:"version"` // of the oracle
	Files            int           `json:"files"`
	Lines            int           `json:"lines"`
	Declarations     []Declaration `json:"declarations"`
	Calls            []Case        `json:"calls"`
	ImportedFiles    []Case        `json:"importedFiles"`
	ImportedElements []Case        `json:"importedElements"`
}

// Sample holds the numbers of targets to choose, and the seed for the choice.
type Sample struct {
	Seed     int `json:"seed"`
	Calls    int `json:"calls"`
	Files    int `json:"files"`
	Elements int `json:"elements"`
}

// Extra is a place that only the engine reports.
type Extra struct {
	Target int    `json:"target"` // index among the cases of its relation
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Oracle computes the truth about one project. It serves one caller at a time.
type Oracle interface {
	Truth(context.Context, Sample) (*Project, error)
	// JudgeCalls returns, for each extra of Project.Calls, the rule by which it is not
	// false, or "" if it is false. Truth must have been called before.
	JudgeCalls(context.Context, []Extra) ([]string, error)
	// JudgeFiles does the same for imports and Project.ImportedFiles.
	JudgeFiles(context.Context, []Extra) ([]string, error)
	Close() error
}
