package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
)

// Validation is the result of checking the references in comments.
type Validation struct {
	Total, Valid, Invalid int
	Errors                []Finding // by file and line
	Warnings              []string
}

// Finding is an invalid reference.
type Finding struct {
	File        string   `json:"file"`
	Line        int      `json:"line,omitempty"` // 0 if unknown
	Reference   string   `json:"reference"`
	Error       string   `json:"error"`
	Severity    string   `json:"severity"` // error or warning
	Suggestions []string `json:"suggestions"`
	Fixable     bool     `json:"fixable"`
}

// Validate checks the references in the files that a glob matches. Errors of the program
// are [Error].
func (c *CLI) Validate(ctx context.Context, root, pattern string) (*Validation, error) {
	inv := &invocation{
		command: "validate", dir: root, args: []string{root, "--pattern", pattern, "--format", "json"},
		findingsExit: true,
	}
	var found *Validation
	err := c.runJSON(ctx, inv, func(raw json.RawMessage) (err error) {
		found, err = project(root).validation(raw)
		return err
	}, pattern)
	return found, err
}

func (p project) validation(raw json.RawMessage) (*Validation, error) {
	o, ok := objectOf(raw)
	if !ok {
		return nil, errFormat
	}
	if inner := o.object("validation"); inner != nil {
		o = inner
	}
	list, listed := o.list("errors", "issues")
	v := &Validation{Errors: []Finding{}}
	outside := 0
	for _, item := range list {
		f, ok := p.finding(item)
		if !ok {
			return nil, errFormat
		}
		if f.File == "" {
			outside++
			continue
		}
		v.Errors = append(v.Errors, f)
	}
	invalid, hasInvalid := o.count("invalid", "invalidReferences")
	valid, hasValid := o.count("valid", "validReferences")
	total, hasTotal := o.count("total", "totalReferences")
	if !hasInvalid {
		invalid = len(v.Errors)
	}
	switch {
	case hasValid:
	case hasTotal:
		valid = max(total-invalid, 0)
	default:
		return nil, errFormat // an empty list of errors does not mean that references were checked
	}
	if !hasInvalid && !listed {
		return nil, errFormat
	}
	v.Valid, v.Invalid, v.Total = valid, invalid, max(total, valid+invalid)
	v.Warnings = omitted(outside, "error", "without a file in the project")
	slices.SortStableFunc(v.Errors, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line)
	})
	return v, nil
}

func (p project) finding(raw json.RawMessage) (Finding, bool) {
	o, ok := objectOf(raw)
	if !ok {
		return Finding{}, false
	}
	f := Finding{
		File:      p.relative(cmp.Or(o.text("file", "filePath", "path"), ".")),
		Reference: o.text("reference", "ref"), Error: o.text("error", "message", "reason"),
		Severity: "error", Suggestions: []string{},
	}
	f.Line, _ = o.count("line", "lineNumber")
	if s := o.text("severity"); s == "warning" {
		f.Severity = s
	}
	if suggestions, ok := o.texts("suggestions"); ok && suggestions != nil {
		f.Suggestions = suggestions
	} else if s := o.text("suggestion"); s != "" {
		f.Suggestions = []string{s}
	}
	if fixable := o.flag("fixable", "autoFixable"); fixable != nil {
		f.Fixable = *fixable && len(f.Suggestions) > 0
	}
	return f, f.Error != "" || f.Reference != ""
}
