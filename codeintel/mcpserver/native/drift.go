package native

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/coderef-system/coderefd/codeintel/drift"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/indexfile"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type driftResponse struct {
	Success bool `json:"success"`
	identified
	IndexPath       string          `json:"index_path"`
	IndexVersion    string          `json:"index_version"`
	GeneratedAt     string          `json:"generated_at,omitempty"`
	DriftPercentage float64         `json:"drift_percentage"`
	Summary         driftSummary    `json:"summary"`
	DriftReport     []driftEntry    `json:"drift_report"`
	Total           int             `json:"total"`
	NextCursor      string          `json:"next_cursor,omitempty"`
	Precision       facts.Precision `json:"precision"`
	FilesAnalyzed   int             `json:"files_analyzed"`
	Warnings        []string        `json:"warnings,omitempty"`
}

type driftSummary struct {
	Unchanged int `json:"unchanged"`
	Moved     int `json:"moved"`
	Renamed   int `json:"renamed"`
	Missing   int `json:"missing"`
	Ambiguous int `json:"ambiguous"`
	Added     int `json:"added"`
}

type driftEntry struct {
	Reference   string       `json:"reference"`
	Status      drift.Status `json:"status"`
	Confidence  float64      `json:"confidence"`
	Old         *driftPlace  `json:"old,omitempty"`
	New         *driftPlace  `json:"new,omitempty"`
	Candidates  []string     `json:"candidates,omitempty"`
	Suggestion  string       `json:"suggestion,omitempty"`
	AutoFixable bool         `json:"auto_fixable"`
}

type driftPlace struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Name string `json:"name"`
	ID   string `json:"id,omitempty"`
}

// readIndex finds and reads the index file. path is relative to the project.
func (t *Tools) readIndex(r *tools.DriftRequest) (*indexfile.Index, string, error) {
	path, shown, err := r.FindIndex()
	if err != nil {
		return nil, "", err
	}
	x, err := indexfile.ReadFile(t.projects.Roots(), path, r.Root)
	if errors.Is(err, indexfile.ErrInvalid) {
		return nil, "", &toolerror.Error{
			Code: toolerror.IndexInvalid, Message: shown + ": " + err.Error(),
			Hint: "give an index as coderef tools write it, version 1 to 3",
		}
	}
	if err != nil {
		return nil, "", tools.UnreadableIndex(shown)
	}
	return x, shown, nil
}

// Drift runs coderef_drift.
func (t *Tools) Drift(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadDrift(args)
	if err != nil {
		return nil, err
	}
	old, path, err := t.readIndex(&r)
	if err != nil {
		return nil, err
	}
	var extensions []string
	for _, list := range index.Words() {
		extensions = append(extensions, list...)
	}
	found, err := t.projects.Project(r.Root).Scan(ctx, index.ScanOptions{Extensions: extensions, Progress: progress})
	if err != nil {
		return nil, err
	}
	current := currentElements(found.Elements)
	if err := t.addBodies(ctx, r.Root, old, current); err != nil {
		return nil, err
	}
	report := drift.Compare(old.Elements, current)
	entries := driftEntries(report)
	key := paging.Key{Request: r.Digest(), State: paging.DigestOf(path, found.Digest, old)}
	shown, next, err := paging.Page(entries, key, r.Cursor, r.Limit)
	if err != nil {
		return nil, err
	}
	counts := report.Counts
	response := driftResponse{
		Success: true, identified: identified{found.Subject},
		IndexPath: path, IndexVersion: old.Version, DriftPercentage: math.Round(10*report.Percentage()) / 10,
		Summary: driftSummary{
			counts[drift.Unchanged], counts[drift.Moved], counts[drift.Renamed],
			counts[drift.Missing], counts[drift.Ambiguous], counts[drift.Added],
		},
		DriftReport: shown, Total: len(entries), NextCursor: next, Precision: facts.Syntactic,
		FilesAnalyzed: len(found.Files),
		Warnings:      found.Warnings,
	}
	if at, err := time.Parse(time.RFC3339, old.GeneratedAt); err == nil {
		response.GeneratedAt = at.Format(time.RFC3339Nano)
	}
	return response, nil
}

// addBodies sets the body hashes of the current elements, if the index has any.
func (t *Tools) addBodies(ctx context.Context, root string, old *indexfile.Index, current []drift.Current) error {
	if !slices.ContainsFunc(old.Elements, func(e indexfile.Element) bool { return e.BodyHash != "" }) {
		return nil
	}
	return t.projects.Project(root).Examine(ctx, nil, func(ctx context.Context, s *index.Snapshot) error {
		shapes := map[string]string{}
		err := s.Inspect(ctx, s.Files(), func(_ string, of *facts.Inspection) { maps.Copy(shapes, of.Shapes()) })
		for i := range current {
			current[i].BodyHash = shapes[current[i].ID]
		}
		return err
	})
}

// currentElements converts the elements of a scan. Elements in bodies of functions are
// nested.
func currentElements(elements []index.Listed) []drift.Current {
	types := make(map[string]string, len(elements))
	nested := make(map[string]bool, len(elements))
	out := make([]drift.Current, len(elements))
	for i := range elements {
		e := &elements[i]
		types[e.ID] = e.Type
		switch types[e.Parent] {
		case facts.Function, facts.Method, facts.Hook, facts.Constant, facts.Variable:
			nested[e.ID] = true
		case facts.Component:
			nested[e.ID] = e.Type != facts.Method && e.Type != facts.Property
		default:
			nested[e.ID] = nested[e.Parent]
		}
		out[i] = drift.Current{Element: e.Element, Nested: nested[e.ID]}
		if e.Signature != nil {
			for _, p := range e.Parameters {
				out[i].Parameters = append(out[i].Parameters, p.Name)
			}
		}
	}
	return out
}

func driftEntries(report *drift.Report) []driftEntry {
	out := make([]driftEntry, len(report.Entries))
	for i := range report.Entries {
		e := &report.Entries[i]
		out[i] = driftEntry{
			Reference: e.Reference, Status: e.Status, Confidence: e.Confidence, Candidates: e.Candidates,
			Suggestion: e.Suggestion, AutoFixable: e.AutoFixable,
		}
		if e.Old != nil {
			out[i].Old = &driftPlace{File: e.Old.File, Line: e.Old.Line, Name: e.Old.Name}
		}
		if e.New != nil {
			out[i].New = &driftPlace{File: e.New.File, Line: e.New.Line, Name: e.New.Name, ID: e.New.ID}
		}
	}
	return out
}
