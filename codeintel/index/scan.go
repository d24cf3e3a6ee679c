package index

import (
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript"
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
	Warnings []string // files with syntax errors, at most [typescript.MaxWarnings]
}

// Scan lists the elements of a project.
func (p *Project) Scan(ctx context.Context, opts ScanOptions) (*ScanResult, error) {
	inScope := func(file string) bool {
		return slices.Contains(opts.Extensions, typescript.Extension(file))
	}
	snap, err := p.refresh(ctx, inScope, opts.Progress)
	if err != nil {
		return nil, err
	}
	result := &ScanResult{Digest: snap.digest, Elements: []facts.Element{}, Skipped: []Skipped{}}
	for _, f := range snap.files {
		if !inScope(f.Path) {
			continue
		}
		state := snap.states[f.Path]
		if state.reason != "" {
			result.Skipped = append(result.Skipped, Skipped{File: f.Path, Reason: state.reason})
			continue
		}
		result.Files = append(result.Files, f.Path)
		if state.warning != "" && len(result.Warnings) < typescript.MaxWarnings {
			result.Warnings = append(result.Warnings, state.warning)
		}
		for _, d := range state.decls {
			if d.TopLevel || !opts.TopLevelOnly {
				result.Elements = append(result.Elements, d.Element)
			}
		}
	}
	for _, left := range snap.left {
		if left.Folder || inScope(left.Path) {
			result.Skipped = append(result.Skipped, Skipped{File: left.Path, Reason: left.Reason})
		}
	}
	return result, nil
}
