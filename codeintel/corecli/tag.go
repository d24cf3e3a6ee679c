package corecli

import (
	"context"
	"encoding/json"
	"regexp"
	"strconv"
)

// TagRequest is the request of [CLI.Tag].
type TagRequest struct {
	Root, Path                                   string // Root is the working directory of the program
	DryRun, Force, Verbose, UpdateLines, Private bool
	Languages, Exclude                           string // separated by commas; empty means the program's default
}

// Tagged is the number of tagged elements, and of files that contain them.
type Tagged struct {
	Elements, Files int // Files is 0 if unknown
	Warnings        []string
}

var taggedPattern = regexp.MustCompile(`(?i)\b(?:tag(?:ged)?|would (?:be )?tag(?:ged)?|updated)` +
	`\s+(\d+)\s+elements?(?:\s+(?:in|across)\s+(\d+)\s+files?)?`)

// Tag writes references into source files as comments. A dry run writes nothing. Errors of
// the program are [Error].
func (c *CLI) Tag(ctx context.Context, r TagRequest) (*Tagged, error) {
	inv := &invocation{command: "tag", dir: r.Root, args: []string{r.Path}}
	for _, f := range []struct {
		set  bool
		flag string
	}{
		{r.DryRun, "--dry-run"},
		{r.Force, "--force"},
		{r.Verbose, "--verbose"},
		{r.UpdateLines, "--update-lineno"},
		{r.Private, "--include-private"},
	} {
		if f.set {
			inv.args = append(inv.args, f.flag)
		}
	}
	if r.Languages != "" {
		inv.args = append(inv.args, "--lang", r.Languages)
	}
	if r.Exclude != "" {
		inv.args = append(inv.args, "--exclude", r.Exclude)
	}
	out, err := c.run(ctx, inv, r.Path, r.Languages, r.Exclude)
	if err != nil {
		return nil, err
	}
	if out.exit != 0 {
		return nil, inv.failed(out)
	}
	if m := taggedPattern.FindStringSubmatch(plain(out.stdout)); m != nil {
		t := &Tagged{}
		t.Elements, err = strconv.Atoi(m[1])
		if err == nil && m[2] != "" {
			t.Files, err = strconv.Atoi(m[2])
		}
		return t, err
	}
	var t *Tagged
	err = extract(out.stdout, func(raw json.RawMessage) error {
		o, _ := objectOf(raw)
		if failed := inv.reportedFailure(o, out.exit); failed != nil {
			return failed
		}
		elements, ok := o.countOrLen("elements", "tagged", "elementsTagged", "taggedElements")
		if !ok {
			return errFormat
		}
		files, _ := o.countOrLen("files", "filesTagged", "filesModified")
		t = &Tagged{Elements: elements, Files: files}
		return nil
	})
	if e, ok := err.(*Error); ok && e.Code == NotParsed { //nolint:errorlint // made by extract, never wrapped
		e.Message = "the coderef CLI succeeded, but its report of the tags is not in a known format"
		if !r.DryRun {
			e.Hint = "files may have changed: check them before you repeat the call"
		}
	}
	return t, err
}
