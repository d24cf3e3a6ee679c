package corecli

import (
	"context"
	"encoding/json"
	"regexp"
	"strconv"
)

// TagRequest asks for references to be written into sources.
type TagRequest struct {
	Root, Path                                   string // Root is where the program runs
	DryRun, Force, Verbose, UpdateLines, Private bool
	Languages, Exclude                           string // lists with commas; empty: the program's own
}

// Tagged is how much was tagged.
type Tagged struct {
	Elements, Files int
	Warnings        []string
}

var taggedPattern = regexp.MustCompile(`(?i)\b(?:tag(?:ged)?|would (?:be )?tag(?:ged)?|updated)\s+(\d+)\s+elements?(?:\s+(?:in|across)\s+(\d+)\s+files?)?`)

// Tag writes references into sources, unless it is a dry run.
func (c *CLI) Tag(ctx context.Context, r TagRequest) (*Tagged, error) {
	a := &ask{command: "tag", dir: r.Root, args: []string{r.Path}}
	for _, f := range []struct {
		set  bool
		flag string
	}{
		{r.DryRun, "--dry-run"}, {r.Force, "--force"}, {r.Verbose, "--verbose"}, {r.UpdateLines, "--update-lineno"}, {r.Private, "--include-private"},
	} {
		if f.set {
			a.args = append(a.args, f.flag)
		}
	}
	if r.Languages != "" {
		a.args = append(a.args, "--lang", r.Languages)
	}
	if r.Exclude != "" {
		a.args = append(a.args, "--exclude", r.Exclude)
	}
	out, err := c.run(ctx, a, r.Path, r.Languages, r.Exclude)
	if err != nil {
		return nil, err
	}
	if out.exit != 0 {
		return nil, a.failed(out)
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
		if failed := a.told(o, out.exit); failed != nil {
			return failed
		}
		elements, ok := o.countOrLen("elements", "tagged", "elementsTagged", "taggedElements")
		if !ok {
			return errShape
		}
		files, _ := o.countOrLen("files", "filesTagged", "filesModified")
		t = &Tagged{Elements: elements, Files: files}
		return nil
	})
	if no, ok := err.(*Error); ok && no.Code == NotParsed { //nolint:errorlint // made by extract, never wrapped
		no.Message = "the coderef CLI ended well, but what it says about the tags is not understood"
		if !r.DryRun {
			no.Hint = "files may have been changed: look at them before it is repeated"
		}
	}
	return t, err
}
