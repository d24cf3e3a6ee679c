// Package truth says what an oracle knows of a project: what it declares, and
// who calls and imports a sample of that.
package truth

import "context"

// Declaration is one thing that a file declares.
type Declaration struct {
	File      string `json:"file"` // relative to the project, slashes
	Line      int    `json:"line"`
	Kind      string `json:"kind"` // as coderef_scan names it; "file" or "package" for targets that are no declaration
	Name      string `json:"name"`
	Exported  bool   `json:"exported"`
	Component bool   `json:"component"` // may be listed as a component, whatever its kind
}

// Rules by which a site belongs to the truth.
const (
	Direct   = "direct"   // what is called or imported there is the target
	Possible = "possible" // it is a member, of the project, that the target overrides or implements
	Outside  = "outside"  // it is such a member of something outside the project
	// Names that TypeScript's language service follows to the target.
	Destructured = "destructured"
	Shorthand    = "shorthand"
)

// Site is a place that calls or imports a target. Columns are 1-based, in UTF-16
// units.
type Site struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Rule   string `json:"rule"`
	Form   string `json:"form"` // how it is written: call, new, JSX, …
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

// Sample says how many targets to choose, and the seed to choose by.
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

// Oracle knows the truth about one project.
type Oracle interface {
	Truth(context.Context, Sample) (*Project, error)
	// JudgeCalls returns, for each extra of Project.Calls, the rule by which it is a
	// call of the target all the same, or "" if it is none. Truth was called before.
	JudgeCalls(context.Context, []Extra) ([]string, error)
	// JudgeFiles does so for imports and Project.ImportedFiles.
	JudgeFiles(context.Context, []Extra) ([]string, error)
	Close() error
}
