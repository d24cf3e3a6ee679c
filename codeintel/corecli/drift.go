package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
)

// The statuses of a reference.
const (
	missing   = "missing"
	ambiguous = "ambiguous"
	renamed   = "renamed"
	moved     = "moved"
	added     = "added"
	unchanged = "unchanged"
)

// modified is a status that only the program has: the content of the element changed, not
// its reference.
const modified = "modified"

// statuses returns the statuses in the order of [Drift.Entries].
func statuses() []string { return []string{missing, ambiguous, renamed, moved, added, unchanged} }

// Drift is the difference between a project and an index of it.
type Drift struct {
	Percentage float64 // of the references that the program reports: 0 to 100
	Summary    DriftSummary
	Entries    []DriftEntry // by status, then reference
	Warnings   []string
}

// DriftSummary counts references by status.
type DriftSummary struct {
	Unchanged int `json:"unchanged"`
	Moved     int `json:"moved"`
	Renamed   int `json:"renamed"`
	Missing   int `json:"missing"`
	Ambiguous int `json:"ambiguous"`
	Added     int `json:"added"`
}

// DriftEntry is the status of a reference. Old and New are nil if unknown.
type DriftEntry struct {
	Reference   string      `json:"reference"`
	Status      string      `json:"status"`
	Confidence  *float64    `json:"confidence,omitempty"` // 0 to 1
	Old         *DriftPlace `json:"old,omitempty"`
	New         *DriftPlace `json:"new,omitempty"`
	Candidates  []string    `json:"candidates,omitempty"`
	Suggestion  string      `json:"suggestion,omitempty"`
	AutoFixable bool        `json:"auto_fixable"`
}

// DriftPlace is the place of an element, in the index or in the project.
type DriftPlace struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"` // 0 if unknown
	Name string `json:"name"`
}

// Drift compares a project with an index file. Errors of the program are [Error].
func (c *CLI) Drift(ctx context.Context, root, index string) (*Drift, error) {
	inv := &invocation{
		command: "drift", dir: root, args: []string{root, "--index", index, "--format", "json"}, findingsExit: true,
	}
	var found *Drift
	err := c.runJSON(ctx, inv, func(raw json.RawMessage) (err error) {
		found, err = project(root).drift(raw)
		return err
	}, index)
	return found, err
}

func (p project) drift(raw json.RawMessage) (*Drift, error) {
	list, listed := listOf(raw)
	o, _ := objectOf(raw)
	if inner := o.object("driftReport"); inner != nil {
		o = inner
	}
	if !listed {
		list, listed = o.list("driftReport", "details", "results", "drift", "entries")
	}
	d := &Drift{Entries: []DriftEntry{}}
	changed := 0
	for _, item := range list {
		e, known := p.driftEntry(item)
		switch {
		case !known:
			return nil, errFormat
		case e.Status == modified:
			changed++
		default:
			d.Entries = append(d.Entries, e)
			d.Summary.count(e.Status, 1)
		}
	}
	if !d.readTotals(o, &changed) && !listed {
		return nil, errFormat
	}
	d.Warnings = omitted(changed, "modified element", "whose references did not change")
	slices.SortStableFunc(d.Entries, func(a, b DriftEntry) int {
		byStatus := slices.Index(statuses(), a.Status) - slices.Index(statuses(), b.Status)
		return cmp.Or(byStatus, cmp.Compare(a.Reference, b.Reference))
	})
	s := &d.Summary
	drifted := s.Moved + s.Renamed + s.Missing + s.Ambiguous
	if total := drifted + s.Unchanged; total > 0 {
		d.Percentage = math.Round(1000*float64(drifted)/float64(total)) / 10
	}
	if n, ok := o.number("driftPercentage"); ok && n >= 0 && n <= 100 {
		d.Percentage = n
	} else if s.Unchanged == 0 {
		d.Warnings = append(d.Warnings,
			"the coderef CLI reports no unchanged references: drift_percentage is relative to the references that it lists")
	}
	return d, nil
}

// readTotals reads the counts of the program and keeps those that are higher than the
// number of listed entries. It returns false if the program reports no counts.
func (d *Drift) readTotals(o object, changed *int) (found bool) {
	for _, t := range []struct {
		to   *int
		keys []string
	}{
		{&d.Summary.Added, []string{"addedElements"}},
		{&d.Summary.Missing, []string{"removedElements"}},
		{changed, []string{"modifiedElements"}},
	} {
		n, ok := o.count(t.keys...)
		found = found || ok
		*t.to = max(*t.to, n)
	}
	return found
}

func (s *DriftSummary) count(status string, n int) {
	*map[string]*int{
		missing: &s.Missing, ambiguous: &s.Ambiguous, renamed: &s.Renamed,
		moved: &s.Moved, added: &s.Added, unchanged: &s.Unchanged,
	}[status] += n
}

func (p project) driftEntry(raw json.RawMessage) (DriftEntry, bool) {
	o, ok := objectOf(raw)
	if !ok {
		return DriftEntry{}, false
	}
	e := DriftEntry{
		Reference: o.text("reference", "ref", "element", "id"), Suggestion: o.text("suggestion"),
		Status: statusWord(o.text("status", "changeType", "change")),
	}
	if e.Reference == "" || e.Status == "" {
		return e, false
	}
	if n, ok := o.number("confidence"); ok && n >= 0 && n <= 100 {
		if n > 1 {
			n /= 100
		}
		e.Confidence = &n
	}
	if fixable := o.flag("autoFixable", "fixable"); fixable != nil {
		e.AutoFixable = *fixable && e.Suggestion != ""
	}
	e.Candidates, _ = o.texts("candidates")
	e.setPlaces(p, o)
	return e, true
}

// setPlaces sets the old and the new place, if the program reports them. Their default is
// the place in the reference.
func (e *DriftEntry) setPlaces(p project, o object) {
	referenced, ok := p.reference(e.Reference)
	if !ok {
		referenced.Name = e.Reference
	}
	before := DriftPlace{
		File: p.relative(cmp.Or(o.text("oldFile", "file"), referenced.File, ".")),
		Name: cmp.Or(o.text("oldName"), referenced.Name),
	}
	before.Line, _ = o.count("oldLine")
	if before.Line == 0 {
		before.Line = referenced.Line
	}
	after := DriftPlace{
		File: p.relative(cmp.Or(o.text("newFile"), before.File, ".")),
		Name: cmp.Or(o.text("newName"), before.Name),
	}
	after.Line, _ = o.count("newLine")
	if e.Status != added && before.File != "" && before.Name != "" {
		e.Old = &before
	}
	if e.Status != missing && e.Status != ambiguous && after.File != "" && after.Name != "" {
		e.New = &after
	}
}

// statusWord returns the status that a word of the program means, or "" if it is unknown.
func statusWord(word string) string {
	switch word = strings.ToLower(word); word {
	case missing, ambiguous, renamed, moved, added, unchanged, modified:
		return word
	case "removed", "deleted":
		return missing
	case "new":
		return added
	case "changed":
		return modified
	case "ok", "valid":
		return unchanged
	}
	return ""
}
