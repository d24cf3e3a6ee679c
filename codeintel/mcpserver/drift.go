package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/drift"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/indexfile"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/source"
)

//go:embed schema/drift.input.json
var driftInput []byte

//go:embed schema/drift.output.json
var driftOutput []byte

// indexPaths are where index files are looked for, the one that the tool's schema
// always named first.
func indexPaths() []string {
	return []string{".coderef-index.json", "coderef-index.json", ".coderef/index.json"}
}

func driftTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "coderef_drift",
		Description: "Compares an index file, as coderef tools have written it in any version (1.0.0 to 3.0.0, compact, .gz), with the " +
			"project as it is now, and finds each element again (coderef_export writes one): unchanged, moved to another line or file, renamed, missing, or " +
			"ambiguous where several may be it; and what was added. Without index_path it reads the first there is of " +
			".coderef-index.json, coderef-index.json and .coderef/index.json; \"index_path\" tells which. confidence is 1 for an " +
			"element under its name in its file; beyond that, from 0 to 1, it adds likeness of names (0.5), same type (0.2), same " +
			"parameters (0.15), same body (0.15), same file name or company (0.1); what is not known, such as hashes of bodies that another " +
			"tool has made, counts half. suggestion is the reference to use instead, " +
			"auto_fixable that it can be used without a look. drift_percentage is the share of the index that is not unchanged. " +
			"It does not tell whether bodies have changed, and of what indexes do not list, such as properties, nothing is called added.",
		InputSchema:  json.RawMessage(driftInput),
		OutputSchema: json.RawMessage(driftOutput),
		Annotations:  readOnly("Compare a project with its index"),
	}
}

type driftAnswer struct {
	Success         bool            `json:"success"`
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

type driftArguments struct {
	root, indexPath string
	limit           int
	cursor          string
}

func readDriftArguments(args arguments) (a driftArguments, err error) {
	if a.root, err = args.projectRoot(); err != nil {
		return a, err
	}
	if a.indexPath, err = args.text("index_path"); err != nil {
		return a, err
	}
	if a.indexPath != "" {
		if err = checkText("index_path", a.indexPath, "give the path of an index file in the project"); err != nil {
			return a, err
		}
	}
	if a.limit, err = args.integer("limit", defaultLimit, 1, maxLimit); err != nil {
		return a, err
	}
	a.cursor, err = args.text("cursor")
	return a, err
}

func unreadableIndex(path string) error {
	return &toolError{
		Code: codeIndexInvalid, Message: "the index " + path + " cannot be read",
		Hint: "the server's user needs access to the file",
	}
}

// request returns the digest of the arguments. The index file that was found is not
// among them: without index_path, another one may be found next time.
func (a *driftArguments) request() paging.Digest {
	return paging.DigestOf("coderef_drift", a.root, a.indexFiles())
}

// index finds and reads the index file.
func (a *driftArguments) index() (*indexfile.Index, string, error) {
	path, shown, err := a.locate()
	if err != nil {
		return nil, "", err
	}
	x, err := indexfile.ReadFile(path, a.root)
	if errors.Is(err, indexfile.ErrInvalid) {
		return nil, "", &toolError{
			Code: codeIndexInvalid, Message: shown + ": " + err.Error(), Hint: "give an index as coderef tools write it, version 1 to 3",
		}
	}
	if err != nil {
		return nil, "", unreadableIndex(shown)
	}
	return x, shown, nil
}

// indexFiles returns the paths to look at, in order. The default of the schema counts as
// no path, because some clients fill in defaults.
func (a *driftArguments) indexFiles() []string {
	paths := indexPaths()
	if a.indexPath == "" || a.indexPath == paths[0] {
		return paths
	}
	return []string{a.indexPath}
}

// locate finds the index file; shown is its path relative to the project.
func (a *driftArguments) locate() (path, shown string, err error) {
	paths := a.indexFiles()
	for _, path := range paths {
		name := filepath.FromSlash(path)
		if !filepath.IsAbs(name) {
			name = filepath.Join(a.root, name)
		}
		real, err := filepath.EvalSymlinks(name)
		if err == nil && !source.Within(a.root, real) || err != nil && !source.Within(a.root, filepath.Clean(name)) {
			// Whether there is such a file is not told.
			return "", "", &toolError{
				Code: codeOutsideRoots, Message: "index_path lies outside of the project: " + path, Hint: "an index is read from its project only",
			}
		}
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", "", unreadableIndex(path)
		}
		shown, err := filepath.Rel(a.root, real)
		return real, filepath.ToSlash(shown), err
	}
	return "", "", &toolError{
		Code: codeIndexNotFound, Message: "the project has no index file at " + strings.Join(paths, ", "), Hint: "give index_path, relative to project_path",
	}
}

func (t *tools) drift(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readDriftArguments(args)
	if err != nil {
		return nil, err
	}
	old, path, err := a.index()
	if err != nil {
		return nil, err
	}
	var extensions []string
	for _, list := range index.Words() {
		extensions = append(extensions, list...)
	}
	found, err := t.project(a.root).Scan(ctx, index.ScanOptions{Extensions: extensions, Progress: progress})
	if err != nil {
		return nil, err
	}
	current := currentElements(found.Elements)
	if err := t.addBodies(ctx, a.root, old, current); err != nil {
		return nil, err
	}
	report := drift.Compare(old.Elements, current)
	entries := driftEntries(report)
	key := paging.Key{Request: a.request(), State: paging.DigestOf(path, found.Digest, old)}
	shown, next, err := page(entries, key, a.cursor, a.limit)
	if err != nil {
		return nil, err
	}
	counts := report.Counts
	answer := driftAnswer{
		Success: true, IndexPath: path, IndexVersion: old.Version, DriftPercentage: math.Round(10*report.Percentage()) / 10,
		Summary: driftSummary{
			counts[drift.Unchanged], counts[drift.Moved], counts[drift.Renamed], counts[drift.Missing], counts[drift.Ambiguous], counts[drift.Added],
		},
		DriftReport: shown, Total: len(entries), NextCursor: next, Precision: facts.Syntactic, FilesAnalyzed: len(found.Files),
		Warnings: found.Warnings,
	}
	if at, err := time.Parse(time.RFC3339, old.GeneratedAt); err == nil {
		answer.GeneratedAt = at.Format(time.RFC3339Nano)
	}
	return answer, nil
}

// addBodies adds the shapes of bodies to elements, if the index tells any.
func (t *tools) addBodies(ctx context.Context, root string, old *indexfile.Index, current []drift.Current) error {
	if !slices.ContainsFunc(old.Elements, func(e indexfile.Element) bool { return e.BodyHash != "" }) {
		return nil
	}
	return t.project(root).Examine(ctx, nil, func(ctx context.Context, s *index.Snapshot) error {
		shapes := map[string]string{}
		err := s.Inspect(ctx, s.Files(), func(_ string, of *facts.Inspection) { maps.Copy(shapes, of.Shapes()) })
		for i := range current {
			current[i].BodyHash = shapes[current[i].ID]
		}
		return err
	})
}

// currentElements returns what a scan has found as it is compared.
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
