package codeintel

import (
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// analysisResult contains the members that the results of all code-intelligence tools share.
type analysisResult struct {
	Precision     string            `json:"precision"`
	FilesAnalyzed int               `json:"files_analyzed"`
	Unresolved    *unresolvedResult `json:"unresolved"`
	Warnings      []string          `json:"warnings"`
}

// unresolvedResult counts the references that a tool could not resolve.
type unresolvedResult struct {
	Calls   int `json:"calls"`
	Imports int `json:"imports"`
}

func (a *analysisResult) analysis() *codeintelv1.Analysis {
	return &codeintelv1.Analysis{
		Precision:  enumOf[codeintelv1.Precision](a.Precision),
		FileCount:  toolcall.Count(a.FilesAnalyzed),
		Unresolved: a.Unresolved.message(),
		Warnings:   some(a.Warnings, warningMessage),
	}
}

func warningMessage(text *string) *codeintelv1.Warning { return &codeintelv1.Warning{Message: *text} }

// message returns nil if the tool did not count, because unknown is not zero.
func (u *unresolvedResult) message() *codeintelv1.Unresolved {
	if u == nil {
		return nil
	}
	return &codeintelv1.Unresolved{CallCount: toolcall.Count(u.Calls), ImportCount: toolcall.Count(u.Imports)}
}
