package codeintel

import (
	"cmp"
	"maps"
	"slices"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// subjectResult identifies the state of the project that a result describes.
type subjectResult struct {
	Commit       *string        `json:"commit"`
	Branch       *string        `json:"branch"`
	Dirty        *bool          `json:"dirty"`
	Fingerprint  *string        `json:"index_fingerprint"`
	FilesLeftOut *leftOutResult `json:"files_left_out"`
}

// leftOutResult counts the files that were not read.
type leftOutResult struct {
	Total    int             `json:"total"`
	ByReason map[string]int  `json:"by_reason"`
	Examples []skippedResult `json:"examples"`
}

// message returns nil if the tool reported no subject.
func (s *subjectResult) message() *codeintelv1.Subject {
	if s == nil {
		return nil
	}
	return &codeintelv1.Subject{
		Commit: s.Commit, Branch: s.Branch, Dirty: s.Dirty, IndexFingerprint: s.Fingerprint,
		FilesLeftOut: s.FilesLeftOut.message(),
	}
}

func (l *leftOutResult) message() *codeintelv1.FilesLeftOut {
	if l == nil {
		return nil
	}
	m := &codeintelv1.FilesLeftOut{
		Count: toolcall.Count(l.Total), Examples: some(l.Examples, (*skippedResult).message),
	}
	reasons := slices.SortedFunc(maps.Keys(l.ByReason), func(a, b string) int {
		return cmp.Or(cmp.Compare(l.ByReason[b], l.ByReason[a]), cmp.Compare(a, b))
	})
	for _, reason := range reasons {
		m.Reasons = append(m.Reasons, &codeintelv1.LeftOutReason{
			Reason: reason, Count: toolcall.Count(l.ByReason[reason]),
		})
	}
	return m
}
