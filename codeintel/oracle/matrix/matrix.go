// Package matrix reads the fixtures of the matrix of patterns: small projects in which a
// target is called in a way for which code search tools often report that it has no
// callers.
//
// Each file testdata/matrix/<language>/<row>.txtar is one row. The first line of its
// comment is the title, and each further line is "key: value":
//
//	target:   the element that the row queries by calls-me, in any form of a target
//	verdict:  resolved, possible or unresolved
//
// The other files are the project. A line that calls the target when the project runs
// contains the words "CALLS TARGET", in a comment.
package matrix

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// Folder is the folder of all rows, relative to the module codeintel.
const Folder = "testdata/matrix"

// marker is the text that marks a line that calls the target.
const marker = "CALLS TARGET"

// Verdict states how a response reports the calls of a row.
type Verdict string

// The verdicts, best first. The verdict of a row is that of its worst call.
const (
	Resolved   Verdict = "resolved"   // all calls are results
	Possible   Verdict = "possible"   // all calls are results, and some have the dispatch "possible"
	Unresolved Verdict = "unresolved" // some calls are not results, but the unresolved calls include them
	Missed     Verdict = "missed"     // some calls are neither results nor counted: a defect
)

// Site is a line of a file of the project. Lines count from 1.
type Site struct {
	File string
	Line int
}

// String returns file:line.
func (s Site) String() string { return fmt.Sprintf("%s:%d", s.File, s.Line) }

// Row is one pattern in one language.
type Row struct {
	Language string // name of the folder
	Name     string // name of the file, without extension
	Title    string
	Target   string
	Verdict  Verdict
	Calls    []Site // the lines that call the target
	files    []txtar.File
}

// Load returns all rows below a folder, sorted by language and name. A malformed row is an
// error.
func Load(folder string) ([]Row, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*", "*.txtar"))
	if err != nil {
		return nil, err
	}
	rows := make([]Row, 0, len(paths))
	for _, path := range paths {
		row, err := read(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(strings.Compare(a.Language, b.Language), strings.Compare(a.Name, b.Name))
	})
	return rows, nil
}

func read(path string) (Row, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return Row{}, err
	}
	row := Row{
		Language: filepath.Base(filepath.Dir(path)), Name: strings.TrimSuffix(filepath.Base(path), ".txtar"),
		files: archive.Files,
	}
	title, header, _ := strings.Cut(strings.TrimSpace(string(archive.Comment)), "\n")
	row.Title = title
	for line := range strings.Lines(header) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch value = strings.TrimSpace(value); key {
		case "target":
			row.Target = value
		case "verdict":
			row.Verdict = Verdict(value)
		default:
			return Row{}, fmt.Errorf("unknown key %q in the comment", key)
		}
	}
	for _, f := range archive.Files {
		for i, line := range bytes.Split(f.Data, []byte("\n")) {
			if bytes.Contains(line, []byte(marker)) {
				row.Calls = append(row.Calls, Site{f.Name, i + 1})
			}
		}
	}
	if row.Title == "" || row.Target == "" || len(row.Calls) == 0 {
		return Row{}, fmt.Errorf("a row needs a title, a target and at least one line with %q", marker)
	}
	if !slices.Contains([]Verdict{Resolved, Possible, Unresolved}, row.Verdict) {
		return Row{}, fmt.Errorf("verdict %q is not one of resolved, possible and unresolved", row.Verdict)
	}
	return row, nil
}

// Write writes the project of the row below a folder.
func (r Row) Write(folder string) error {
	for _, f := range r.files {
		path := filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Response contains the parts of a response to calls-me that decide the verdict.
type Response struct {
	Results    map[Site]bool // true if the result is only possible
	Unresolved int           // number of unresolved calls
}

// Judge returns the verdict on a response, and the results that are not calls of the target.
func (r Row) Judge(response Response) (verdict Verdict, wrong []Site) {
	verdict, missing := Resolved, 0
	for _, call := range r.Calls {
		possible, ok := response.Results[call]
		switch {
		case !ok:
			missing++
		case possible:
			verdict = Possible
		}
	}
	switch {
	case missing > response.Unresolved:
		verdict = Missed
	case missing > 0:
		verdict = Unresolved
	}
	for site := range response.Results {
		if !slices.Contains(r.Calls, site) {
			wrong = append(wrong, site)
		}
	}
	slices.SortFunc(wrong, func(a, b Site) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line)
	})
	return verdict, wrong
}
