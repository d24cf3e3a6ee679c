package typescript

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// FileFacts is what one file declares and refers to.
type FileFacts struct {
	facts.File
	Lines   int // 0 when nothing is known of the file but its name
	Decls   []facts.Decl
	Warning string // its first syntax error, or ""
}

// Facts is the outcome of an analysis.
type Facts struct {
	Files  []FileFacts // in the order of Project.Files
	Probes []source.Probe
	// Warnings tell what is wrong with the configurations; see also FileFacts.
	Warnings []string
}
