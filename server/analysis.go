package server

import (
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// analysisAnswer holds the members that the results of all code-intelligence tools
// have in common.
type analysisAnswer struct {
	Precision     string            `json:"precision"`
	FilesAnalyzed int               `json:"files_analyzed"`
	Unresolved    *unresolvedAnswer `json:"unresolved"`
	Warnings      []string          `json:"warnings"`
}

// unresolvedAnswer counts what a tool could not resolve.
type unresolvedAnswer struct {
	Calls   int `json:"calls"`
	Imports int `json:"imports"`
}

func (a *analysisAnswer) analysis() *codeintelv1.Analysis {
	return &codeintelv1.Analysis{
		Precision:  enumOf[codeintelv1.Precision](a.Precision),
		FileCount:  count(a.FilesAnalyzed),
		Unresolved: a.Unresolved.message(),
		Warnings:   some(a.Warnings, warningMessage),
	}
}

func warningMessage(text *string) *codeintelv1.Warning { return &codeintelv1.Warning{Message: *text} }

// message is nil if the tool did not count: unknown is not zero.
func (u *unresolvedAnswer) message() *codeintelv1.Unresolved {
	if u == nil {
		return nil
	}
	return &codeintelv1.Unresolved{CallCount: count(u.Calls), ImportCount: count(u.Imports)}
}
