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

// errNoPlace says that a target offers no place for a kind of edit.
var errNoPlace = errors.New("no place for the edit")

// edit is a kind of edit. Its make returns the change for a target, given what
// the answer to queryType was before.
type edit struct {
	name      string
	queryType string
	make      func(e *editor, t *target, before queryAnswer) (change, error)
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

// beginsStatement matches a line before which another statement may stand.
var beginsStatement = regexp.MustCompile(`^\s+(return|const|let)\b`)

// statement inserts a statement above a call, in the function that calls.
func (e *editor) statement(t *target, before queryAnswer) (change, error) {
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

// function appends a function, about which the question is then.
func (e *editor) function(t *target, _ queryAnswer) (change, error) {
	name := fmt.Sprintf("benchFunction%d", e.count)
	text, line, err := e.appended(t.File, fmt.Sprintf("export function %s() { return %d }", name, e.count))
	return change{t.File, text, "calls-me", t.File + "#" + name, func(after queryAnswer) error {
		if after.Element.Line != line || after.Element.Name != name || len(after.Results) > 0 {
			return fmt.Errorf("%+v, want %s on line %d", after, name, line)
		}
		return nil
	}}, err
}

// call appends a function that calls the target.
func (e *editor) call(t *target, before queryAnswer) (change, error) {
	text, line, err := e.appended(t.File, fmt.Sprintf("export function benchCall%d() { %s() }", e.count, t.Name))
	want := append(slices.Clone(before.Results), relation{File: t.File, Line: line})
	return change{t.File, text, "calls-me", t.ID, sameSites(want)}, err
}

// imports appends an import of the target to a file that has none of its file.
func (e *editor) imports(t *target, before queryAnswer) (change, error) {
	source, err := e.read(t.File)
	if err != nil {
		return change{}, err
	}
	if !strings.HasPrefix(strings.Split(source, "\n")[t.Line-1], "export ") {
		return change{}, errNoPlace // it may have another name outside
	}
	file, err := e.stranger(t, before)
	if err != nil {
		return change{}, err
	}
	specifier := strings.TrimSuffix(relativeTo(path.Dir(file), t.File), path.Ext(t.File))
	text, line, err := e.appended(file, fmt.Sprintf("import { %s as benchImport%d } from %q", t.Name, e.count, specifier))
	want := append(slices.Clone(before.Results), relation{File: file, Line: line})
	return change{file, text, "imports-me", t.ID, sameSites(want)}, err
}

// stranger returns the first file beside the target's, or above it, that does
// not import the target.
func (e *editor) stranger(t *target, before queryAnswer) (string, error) {
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

// relativeTo returns how a module in a folder names a file.
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

// appended returns a file's text with a line more, and the number of that line.
func (e *editor) appended(file, line string) (text string, number int, err error) {
	if text, err = e.read(file); err != nil {
		return "", 0, err
	}
	text = strings.TrimRight(text, "\n") + "\n" + line + "\n"
	return text, strings.Count(text, "\n"), nil
}

// sameSites wants the results to stand on these lines.
func sameSites(want []relation) func(queryAnswer) error {
	return func(after queryAnswer) error {
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

// editor edits a copy of a package and asks about it.
type editor struct {
	session *session
	root    string
	count   int // of edits, to name what they add
}

// change is a file's new text and what the answer has to be after it.
type change struct {
	file, text string
	queryType  string
	target     string
	want       func(queryAnswer) error
}
