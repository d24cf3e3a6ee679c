package index

import (
	"context"
	"encoding/hex"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// ScanOptions selects the elements to list.
type ScanOptions struct {
	Extensions   []string // of the files to read, with the dot
	TopLevelOnly bool     // leave out members and the contents of namespaces
	Progress     Progress // may be nil
}

// Listed is an element as a scan lists it.
type Listed struct {
	facts.Element
	Parent string `json:"parent,omitempty"` // id of the element it is a member of or nested in
	*facts.Signature
}

// ScanResult is the result of a scan. The caller may modify its slices.
type ScanResult struct {
	Elements []Listed // by file, then line; with their signatures unless TopLevelOnly
	Files    []string // the files that were read, sorted
	Skipped  []Skipped
	Digest   string   // of the project's contents
	Subject  *Subject // the state of the project; read only
	// Warnings about the repository and refused configurations, and files with syntax errors, at
	// most [MaxWarnings].
	Warnings []string
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
	depth := whole
	if opts.TopLevelOnly {
		depth = shallow
	}
	outline := func(file string) outlined {
		if inScope(file) {
			return depth
		}
		return notOutlined
	}
	if err := p.refresh(ctx, outline, nil, phases.next()); err != nil {
		return nil, err
	}
	result := &ScanResult{Digest: hex.EncodeToString(p.digest[:]), Skipped: []Skipped{}}
	config := func(file string) bool { return languageOf(file) == nil }
	result.Subject = p.subject
	result.Warnings = append(p.subjectWarnings(), refusalWarning(p.refusedFiles(config))...)
	found := 0
	for _, f := range p.tree.Files() {
		if inScope(f.Path) {
			found += len(p.files[f.Path].decls)
		}
	}
	result.Elements = make([]Listed, 0, found)
	for _, f := range p.tree.Files() {
		if inScope(f.Path) {
			result.add(f.Path, p.files[f.Path], opts.TopLevelOnly)
		}
	}
	for _, left := range p.tree.LeftOut() {
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
		d := &state.decls[i]
		if topLevelOnly {
			if d.TopLevel { // an earlier scan may have outlined members too
				r.Elements = append(r.Elements, Listed{Element: d.Element})
			}
			continue
		}
		listed := Listed{Element: d.Element, Signature: d.Signature}
		if d.Parent >= 0 {
			listed.Parent = state.decls[d.Parent].ID
		}
		r.Elements = append(r.Elements, listed)
	}
}
