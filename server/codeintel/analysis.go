package codeintel

import (
	"maps"
	"slices"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// analysisResult contains the members that the results of all code-intelligence tools share.
type analysisResult struct {
	Subject       *subjectResult    `json:"subject"`
	Precision     string            `json:"precision"`
	FilesAnalyzed *int              `json:"files_analyzed"`
	Unresolved    *unresolvedResult `json:"unresolved"`
	Warnings      []string          `json:"warnings"`
	Generated     *generatedResult  `json:"generated"`
}

// generatedResult counts the generated files.
type generatedResult struct {
	Files    int                   `json:"files"`
	Included bool                  `json:"included"`
	Signs    []generatedSignResult `json:"signs"`
}

type generatedSignResult struct {
	Sign    string `json:"sign"`
	Files   int    `json:"files"`
	Example string `json:"example"`
}

// unresolvedResult counts the references that a tool could not resolve.
type unresolvedResult struct {
	Calls   *int           `json:"calls"`
	Imports *int           `json:"imports"`
	Reasons map[string]int `json:"reasons"`
}

func (a *analysisResult) analysis() *codeintelv1.Analysis {
	return &codeintelv1.Analysis{
		Precision:      enumOf[codeintelv1.Precision](a.Precision),
		FileCount:      optionalCount(a.FilesAnalyzed),
		Unresolved:     a.Unresolved.message(),
		Warnings:       some(a.Warnings, warningMessage),
		GeneratedFiles: a.Generated.message(),
		Subject:        a.Subject.message(),
	}
}

// flag converts a boolean that the native engine omits if it is false, and that an installed CLI does not
// report.
func (a *analysisResult) flag(value bool) *bool {
	if !value && enumOf[codeintelv1.Precision](a.Precision) == codeintelv1.Precision_PRECISION_HEURISTIC {
		return nil
	}
	return &value
}

// message returns nil for nil: the tool found no generated files.
func (g *generatedResult) message() *codeintelv1.GeneratedFiles {
	if g == nil {
		return nil
	}
	return &codeintelv1.GeneratedFiles{
		FileCount: toolcall.Count(g.Files),
		Included:  g.Included,
		Signs: some(g.Signs, func(s *generatedSignResult) *codeintelv1.GeneratedSign {
			return &codeintelv1.GeneratedSign{Sign: s.Sign, FileCount: toolcall.Count(s.Files), ExampleFile: s.Example}
		}),
	}
}

func warningMessage(text *string) *codeintelv1.Warning { return &codeintelv1.Warning{Message: *text} }

// message returns nil if the tool did not count, because unknown is not zero.
func (u *unresolvedResult) message() *codeintelv1.Unresolved {
	if u == nil {
		return nil
	}
	out := &codeintelv1.Unresolved{CallCount: optionalCount(u.Calls), ImportCount: optionalCount(u.Imports)}
	for _, word := range slices.Sorted(maps.Keys(u.Reasons)) {
		out.Reasons = append(out.Reasons, &codeintelv1.UnresolvedReasonCount{
			Reason: enumOf[codeintelv1.UnresolvedReason](word), Count: toolcall.Count(u.Reasons[word]),
		})
	}
	return out
}
