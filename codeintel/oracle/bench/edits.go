package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// errNoPlace reports that a target has no place for a kind of edit.
var errNoPlace = errors.New("no place for the edit")

// edit is a kind of edit. make returns the change for a target; before is the result of
// queryType before the edit.
type edit struct {
	name      string
	queryType string
	make      func(e *editor, t *target, before queryResult) (change, error)
}

func edits() []edit {
	return []edit{
		{"a statement in a function that calls the target", "calls-me", (*editor).statement},
		{"a new exported function in the target's file", "calls-me", (*editor).function},
		{"a new call of the target", "calls-me", (*editor).call},
		{"a new import of the target", "imports-me", (*editor).imports},
	}
}

func (e *editor) path(file string) string { return filepath.Join(e.root, filepath.FromSlash(file)) }

func (e *editor) read(file string) (string, error) {
	text, err := os.ReadFile(e.path(file))
	return string(text), err
}

// beginsStatement matches a line before which a statement can be inserted.
var beginsStatement = regexp.MustCompile(`^\s+(return|const|let)\b`)

// statement inserts a statement above a call of the target, in the calling function.
func (e *editor) statement(t *target, before queryResult) (change, error) {
	for _, site := range before.Results {
		text, err := e.read(site.File)
		if err != nil {
			return change{}, err
		}
		lines := strings.Split(text, "\n")
		for at := site.Line - 1; at > 0 && at > site.Line-10 && lines[at] != "" && lines[at][0] == ' '; at-- {
			if !beginsStatement.MatchString(lines[at]) {
				continue
			}
			want := slices.Clone(before.Results)
			for i := range want {
				if want[i].File == site.File && want[i].Line > at {
					want[i].Line++
				}
			}
			text = strings.Join(slices.Insert(lines, at, "void 0;"), "\n")
			return change{site.File, text, "calls-me", t.ID, sameSites(want)}, nil
		}
	}
	return change{}, errNoPlace
}

// function appends a function to the target's file, and queries that function.
func (e *editor) function(t *target, _ queryResult) (change, error) {
	name := fmt.Sprintf("benchFunction%d", e.count)
	text, line, err := e.appended(t.File, fmt.Sprintf("export function %s() { return %d }", name, e.count))
	return change{t.File, text, "calls-me", t.File + "#" + name, func(after queryResult) error {
		if after.Element.Line != line || after.Element.Name != name || len(after.Results) > 0 {
			return fmt.Errorf("%+v, want %s on line %d", after, name, line)
		}
		return nil
	}}, err
}

// call appends a function that calls the target.
func (e *editor) call(t *target, before queryResult) (change, error) {
	text, line, err := e.appended(t.File, fmt.Sprintf("export function benchCall%d() { %s() }", e.count, t.Name))
	want := append(slices.Clone(before.Results), relation{File: t.File, Line: line})
	return change{t.File, text, "calls-me", t.ID, sameSites(want)}, err
}

// imports appends an import of the target to a file that does not import it yet.
func (e *editor) imports(t *target, before queryResult) (change, error) {
	source, err := e.read(t.File)
	if err != nil {
		return change{}, err
	}
	if !strings.HasPrefix(strings.Split(source, "\n")[t.Line-1], "export ") {
		return change{}, errNoPlace // the target may be exported under another name
	}
	file, err := e.nonImporter(t, before)
	if err != nil {
		return change{}, err
	}
	specifier := strings.TrimSuffix(relativeTo(path.Dir(file), t.File), path.Ext(t.File))
	statement := fmt.Sprintf("import { %s as benchImport%d } from %q", t.Name, e.count, specifier)
	text, line, err := e.appended(file, statement)
	want := append(slices.Clone(before.Results), relation{File: file, Line: line})
	return change{file, text, "imports-me", t.ID, sameSites(want)}, err
}

// nonImporter returns the first file in the target's folder, or in the nearest folder
// above it, that does not import the target.
func (e *editor) nonImporter(t *target, before queryResult) (string, error) {
	for folder := path.Dir(t.File); ; folder = path.Dir(folder) {
		entries, err := os.ReadDir(e.path(folder))
		if err != nil {
			return "", err
		}
		for _, entry := range entries {
			file := path.Join(folder, entry.Name())
			imports := slices.ContainsFunc(before.Results, func(r relation) bool { return r.File == file })
			if !entry.IsDir() && path.Ext(file) == path.Ext(t.File) && file != t.File && !imports {
				return file, nil
			}
		}
		if folder == "." {
			return "", errNoPlace
		}
	}
}

// relativeTo returns the specifier by which a module in a folder imports a file.
func relativeTo(folder, file string) string {
	up := "./"
	for folder != "." && !strings.HasPrefix(file, folder+"/") {
		folder, up = path.Dir(folder), "../"+strings.TrimPrefix(up, "./")
	}
	if folder != "." {
		file = strings.TrimPrefix(file, folder+"/")
	}
	return up + file
}

// appended returns a file's text with a line appended, and the number of that line.
func (e *editor) appended(file, line string) (text string, number int, err error) {
	if text, err = e.read(file); err != nil {
		return "", 0, err
	}
	text = strings.TrimRight(text, "\n") + "\n" + line + "\n"
	return text, strings.Count(text, "\n"), nil
}

// sameSites returns a check that the results have the same lines as want.
func sameSites(want []relation) func(queryResult) error {
	return func(after queryResult) error {
		got, expected := lines(after.Results), lines(want)
		if !slices.Equal(got, expected) {
			return fmt.Errorf("sites %v, want %v", got, expected)
		}
		return nil
	}
}

func lines(results []relation) []string {
	out := make([]string, len(results))
	for i, r := range results {
		out[i] = fmt.Sprintf("%s:%d", r.File, r.Line)
	}
	slices.Sort(out)
	return out
}

// editor edits a copy of a package and queries it.
type editor struct {
	session *session
	root    string
	count   int // number of edits, for the names of added declarations
}

// change is a file's new text, the query that must reflect it, and the check of its result.
type change struct {
	file, text string
	queryType  string
	target     string
	want       func(queryResult) error
}
