package native

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
	"github.com/coderef-system/coderefd/codeintel/refcheck"
	"github.com/coderef-system/coderefd/codeintel/source"
)

type validateResponse struct {
	Success bool `json:"success"`
	identified
	Pattern       string             `json:"pattern"`
	FilesChecked  int                `json:"files_checked"`
	Total         int                `json:"total"`
	Valid         int                `json:"valid"`
	Invalid       int                `json:"invalid"`
	Percentage    float64            `json:"percentage"`
	Errors        []refcheck.Finding `json:"errors"`
	ErrorsTotal   int                `json:"errors_total"`
	NextCursor    string             `json:"next_cursor,omitempty"`
	Precision     facts.Precision    `json:"precision"`
	FilesAnalyzed int                `json:"files_analyzed"`
	Warnings      []string           `json:"warnings,omitempty"`
}

// Validate runs coderef_validate.
func (t *Tools) Validate(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadValidate(args)
	if err != nil {
		return nil, err
	}
	return examine(ctx, t, r.Root, progress, func(ctx context.Context, s *index.Snapshot) (*validateResponse, error) {
		return checkReferences(ctx, s, &r)
	})
}

func checkReferences(ctx context.Context, s *index.Snapshot, r *tools.ValidateRequest) (*validateResponse, error) {
	project, analyzed, err := referenceTargets(ctx, s, r.Root)
	if err != nil {
		return nil, err
	}
	tree := source.NewTree(s.Roots(), r.Root, func(file string) bool {
		return doublestar.MatchUnvalidated(r.Pattern, file)
	})
	if _, err := tree.Update(ctx); err != nil {
		return nil, err
	}
	response := &validateResponse{
		Success: true, Pattern: r.Pattern, Precision: facts.Syntactic, FilesAnalyzed: analyzed, Warnings: s.Warnings(),
	}
	findings := []refcheck.Finding{}
	for _, f := range tree.Files() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		text, ok := s.Text(f.Path)
		if !ok {
			var reason string
			name := filepath.Join(r.Root, filepath.FromSlash(f.Path))
			if text, reason = s.Roots().ReadText(name, source.MaxFileBytes); reason != "" {
				response.warn(f.Path + ": " + reason)
				continue
			}
		}
		total, invalid, found := project.Check(f.Path, text)
		response.FilesChecked++
		response.Total += total
		response.Invalid += invalid
		findings = append(findings, found...)
	}
	response.Valid = response.Total - response.Invalid
	response.Percentage = tools.ValidPercentage(response.Valid, response.Total)
	response.ErrorsTotal = len(findings)
	// The digest of the snapshot does not cover files of unknown languages, so the state
	// includes the findings.
	key := paging.Key{
		Request: paging.DigestOf("coderef_validate", r.Root, r.Pattern),
		State:   paging.DigestOf(s.Digest(), response.FilesChecked, response.Total, findings),
	}
	if response.Errors, response.NextCursor, err = paging.Page(findings, key, r.Cursor, r.Limit); err != nil {
		return nil, err
	}
	return response, nil
}

// warn adds a warning if there are fewer than the maximum.
func (v *validateResponse) warn(text string) {
	if len(v.Warnings) < index.MaxWarnings {
		v.Warnings = append(v.Warnings, text)
	}
}

// referenceTargets returns the files and elements that references can name, and the number
// of analysed files.
func referenceTargets(ctx context.Context, s *index.Snapshot, root string) (*refcheck.Project, int, error) {
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, 0, err
	}
	var files []refcheck.File
	for _, n := range g.Files() {
		f := refcheck.File{Path: g.Element(n).File}
		f.Lines = g.Lines(f.Path)
		for _, e := range g.Elements(n) {
			f.Elements = append(f.Elements, g.Element(e))
		}
		files = append(files, f)
	}
	exists := func(path string) bool {
		_, err := os.Lstat(filepath.Join(root, filepath.FromSlash(path)))
		return err == nil
	}
	defaults := func(file string) bool {
		text, _ := s.Text(file)
		decls, _, err := index.Outline(file, text, true)
		return err == nil && slices.ContainsFunc(decls, func(d facts.Decl) bool {
			return slices.Contains(d.ExportedAs, "default")
		})
	}
	return refcheck.NewProject(files, exists, defaults), g.FileCount(), nil
}
