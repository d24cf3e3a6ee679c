package index

import (
	"context"
	"encoding/hex"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// ScanOptions says what to list.
type ScanOptions struct {
	Extensions   []string // of the files to read, with the dot
	TopLevelOnly bool     // leave out members and what namespaces hold
	Progress     Progress // may be nil
}

// Skipped is a file or folder that was left out, and why.
type Skipped struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// ScanResult is everything a scan found. The slices are the caller's.
type ScanResult struct {
	Elements []facts.Element // by file, then line
	Files    []string        // the files that were read, sorted
	Skipped  []Skipped
	Digest   string   // of the project's contents
	Warnings []string // files with syntax errors, at most [MaxWarnings]
}

// Scan lists the elements of a project.
func (p *Project) Scan(ctx context.Context, opts ScanOptions) (*ScanResult, error) {
	leave, err := p.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	inScope := func(file string) bool {
		return languageOf(file) != nil && slices.Contains(opts.Extensions, extension(file))
	}
	phases := &phases{report: opts.Progress}
	if err := p.refresh(ctx, inScope, nil, phases.next()); err != nil {
		return nil, err
	}
	result := &ScanResult{Digest: hex.EncodeToString(p.digest[:]), Elements: []facts.Element{}, Skipped: []Skipped{}}
	for _, f := range p.tree.Files() {
		if inScope(f.Path) {
			result.add(f.Path, p.files[f.Path], opts.TopLevelOnly)
		}
	}
	for _, left := range p.tree.Left() {
		if left.Folder || inScope(left.Path) {
			result.Skipped = append(result.Skipped, Skipped{File: left.Path, Reason: left.Reason})
		}
	}
	return result, nil
}

func (r *ScanResult) add(file string, state *fileState, topLevelOnly bool) {
	if state.reason != "" {
		r.Skipped = append(r.Skipped, Skipped{File: file, Reason: state.reason})
		return
	}
	r.Files = append(r.Files, file)
	if state.warning != "" && len(r.Warnings) < MaxWarnings {
		r.Warnings = append(r.Warnings, state.warning)
	}
	for i := range state.decls {
		if d := &state.decls[i]; d.TopLevel || !topLevelOnly {
			r.Elements = append(r.Elements, d.Element)
		}
	}
}
