package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
)

// The statuses of a reference, in the order of answers.
const (
	missing   = "missing"
	ambiguous = "ambiguous"
	renamed   = "renamed"
	moved     = "moved"
	added     = "added"
	unchanged = "unchanged"
)

func statuses() []string { return []string{missing, ambiguous, renamed, moved, added, unchanged} }

// Drift is how a project differs from an index of it.
type Drift struct {
	Percentage float64 // of what the program tells of, one decimal
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

// DriftEntry is what became of a reference.
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

// DriftPlace is where an element was or is.
type DriftPlace struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Name string `json:"name"`
}

// Drift compares a project with an index file.
func (c *CLI) Drift(ctx context.Context, root, index string) (*Drift, error) {
	a := &ask{command: "drift", dir: root, args: []string{root, "--index", index, "--format", "json"}, verdict: true}
	var found *Drift
	err := c.json(ctx, a, func(raw json.RawMessage) (err error) {
		found, err = project(root).drift(raw)
		return err
	}, index)
	return found, err
}

func (p project) drift(raw json.RawMessage) (*Drift, error) {
	list, ok := listOf(raw)
	o, _ := objectOf(raw)
	if inner := o.object("driftReport"); inner != nil {
		o = inner
	}
	if !ok {
		list, ok = o.list("driftReport", "details", "results", "drift", "entries")
	}
	d := &Drift{Entries: []DriftEntry{}}
	changed := 0
	for _, item := range list {
		e, known := p.driftEntry(item)
		switch {
		case !known:
			return nil, errShape
		case e.Status == "modified":
			changed++
		default:
			d.Entries = append(d.Entries, e)
			d.Summary.count(e.Status, 1)
		}
	}
	if !d.totals(o, &changed) && !ok {
		return nil, errShape
	}
	d.Warnings = leftOut(changed, "element", "that the coderef CLI calls modified left out: that is no drift of references")
	slices.SortStableFunc(d.Entries, func(a, b DriftEntry) int {
		return cmp.Or(slices.Index(statuses(), a.Status)-slices.Index(statuses(), b.Status), cmp.Compare(a.Reference, b.Reference))
	})
	s := &d.Summary
	drifted := s.Moved + s.Renamed + s.Missing + s.Ambiguous
	if of := drifted + s.Unchanged; of > 0 {
		d.Percentage = math.Round(1000*float64(drifted)/float64(of)) / 10
	}
	if n, ok := o.number("driftPercentage"); ok && n >= 0 && n <= 100 {
		d.Percentage = n
	} else if s.Unchanged == 0 {
		d.Warnings = append(d.Warnings, "the coderef CLI does not tell what is unchanged: drift_percentage is of what it lists")
	}
	return d, nil
}

// totals takes over counts that are higher than what is listed.
func (d *Drift) totals(o object, changed *int) (told bool) {
	for _, t := range []struct {
		to   *int
		keys []string
	}{
		{&d.Summary.Added, []string{"addedElements"}}, {&d.Summary.Missing, []string{"removedElements"}}, {changed, []string{"modifiedElements"}},
	} {
		n, ok := o.count(t.keys...)
		told = told || ok
		*t.to = max(*t.to, n)
	}
	return told
}

func (s *DriftSummary) count(status string, n int) {
	*map[string]*int{
		missing: &s.Missing, ambiguous: &s.Ambiguous, renamed: &s.Renamed, moved: &s.Moved, added: &s.Added, unchanged: &s.Unchanged,
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
	e.places(p, o)
	return e, true
}

// places notes where the element was and is, as far as that is told.
func (e *DriftEntry) places(p project, o object) {
	of, ok := p.reference(e.Reference)
	if !ok {
		of.Name = e.Reference
	}
	was := DriftPlace{
		File: p.relative(cmp.Or(o.text("oldFile", "file"), of.File, ".")), Name: cmp.Or(o.text("oldName"), of.Name),
	}
	was.Line, _ = o.count("oldLine")
	if was.Line == 0 {
		was.Line = of.Line
	}
	is := DriftPlace{File: p.relative(cmp.Or(o.text("newFile"), was.File, ".")), Name: cmp.Or(o.text("newName"), was.Name)}
	is.Line, _ = o.count("newLine")
	if e.Status != added && was.File != "" && was.Name != "" {
		e.Old = &was
	}
	if e.Status != missing && e.Status != ambiguous && is.File != "" && is.Name != "" {
		e.New = &is
	}
}

// statusWord returns the tools' word for a status, "" if it is not known.
func statusWord(word string) string {
	switch word = strings.ToLower(word); word {
	case missing, ambiguous, renamed, moved, added, unchanged, "modified":
		return word
	case "removed", "deleted":
		return missing
	case "new":
		return added
	case "changed":
		return "modified"
	case "ok", "valid":
		return unchanged
	}
	return ""
}
