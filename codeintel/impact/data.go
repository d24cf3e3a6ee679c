package impact

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// dataTests adds the tests that read, or may read, a changed file that is not source. These are
// the tests that reach code which names the file or, in a folder above it, one of its folders; and
// if a folder is one for test data, the tests in the nearest folder above it that has tests.
func (t *testFinder) dataTests(ctx context.Context) error {
	var data []string
	for i := range t.report.Changed {
		f := &t.report.Changed[i]
		for _, p := range []string{f.OldPath, f.NewPath} {
			if p != "" && index.WordOf(p) == "" && !isConfiguration(p) && !slices.Contains(data, p) {
				data = append(data, p)
			}
		}
	}
	if len(data) == 0 {
		return nil
	}
	near := map[string]int{}
	for _, p := range data {
		for _, file := range t.nearestTests(p) {
			near[file] = 0
		}
	}
	if err := t.addFiles(ctx, near, Data); err != nil {
		return err
	}
	var naming []subject
	for i, n := range t.Files() {
		if i%100 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		text, ok := t.snapshot.Text(t.Element(n).File)
		if !ok {
			continue
		}
		for _, line := range linesNaming(t.Element(n).File, text, data) {
			naming = append(naming, t.subjectAt(n, line, text))
		}
	}
	if len(naming) == 0 {
		return nil
	}
	return t.testsReaching(ctx, naming)
}

// testsReaching adds the tests that contain or reach the subjects, for the reason Data.
func (t *testFinder) testsReaching(ctx context.Context, subjects []subject) error {
	b := newBuilder(t.Graph, subjects)
	if _, err := b.report(ctx, t.snapshot, unlimited, 0); err != nil {
		return err
	}
	found, err := b.tests(ctx, t.snapshot, unlimited)
	if err != nil {
		return err
	}
	own := map[string]int{}
	for _, s := range subjects {
		if e := t.Element(s.node); mayHaveTests(e.File) {
			own[e.File] = 0
		}
	}
	if err := t.addFiles(ctx, own, Data); err != nil {
		return err
	}
	for _, test := range found {
		test.Reason = Data
		t.keep(test)
	}
	return nil
}

// subjectAt returns the element around a line. A line before an element that embeds files belongs
// to that element, and one outside all elements to the file.
func (t *testFinder) subjectAt(file graph.Node, line int, text string) subject {
	lines := strings.Split(text, "\n")
	for line < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[line-1]), "//go:embed") {
		line++
	}
	if n := t.elementAt(file, line); n != graph.None {
		return subject{node: n, operation: Modify}
	}
	return subject{node: file, operation: Modify, alone: true}
}

// linesNaming returns the numbers of the lines that name one of the data files.
func linesNaming(file, text string, data []string) []int {
	var names []string
	folder := folderOf(file)
	for _, p := range data {
		names = append(names, path.Base(p))
		rest, below := p, folder == "."
		if !below {
			rest, below = strings.CutPrefix(p, folder+"/")
		}
		if !below {
			continue
		}
		for _, part := range strings.Split(path.Dir(rest), "/") {
			if part != "." {
				names = append(names, part)
			}
		}
	}
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names), func(name string) bool { return !strings.Contains(text, name) })
	if len(names) == 0 {
		return nil
	}
	var found []int
	number := 0
	for line := range strings.Lines(text) {
		number++
		if slices.ContainsFunc(names, func(name string) bool { return inString(line, name) }) {
			found = append(found, number)
		}
	}
	return found
}

// inString reports whether a line contains a name as a part of a path in a string or directive.
func inString(line, name string) bool {
	for at := 0; ; {
		i := strings.Index(line[at:], name)
		if i < 0 {
			return false
		}
		before, after := line[:at+i], line[at+i+len(name):]
		starts := before != "" && strings.ContainsAny(before[len(before)-1:], "\"'`/ ")
		ends := after == "" || strings.ContainsAny(after[:1], "\"'`/*\n\r ")
		if starts && ends && (strings.ContainsAny(before, "\"'`") || strings.Contains(before, "//go:embed")) {
			return true
		}
		at += i + len(name)
	}
}

// nearestTests returns the test files in the nearest folder above a data file that has tests,
// subfolders included, if a folder of the file is one for test data.
func (t *testFinder) nearestTests(p string) []string {
	folders := strings.Split(path.Dir(p), "/")
	if !slices.ContainsFunc(folders, isDataFolder) {
		return nil
	}
	for folder := path.Dir(p); ; folder = path.Dir(folder) {
		var files []string
		for _, n := range t.FilesIn(folder) {
			if e := t.Element(n); index.IsTest(e.File) && e.Type == facts.FileType {
				files = append(files, e.File)
			}
		}
		if len(files) > 0 || folder == "." {
			return files
		}
	}
}

// isDataFolder reports whether a folder is usually one for the data of tests.
func isDataFolder(name string) bool {
	name = strings.Trim(strings.ToLower(name), "_-.")
	switch name {
	case "testdata", "test", "tests", "testing", "fixture", "fixtures", "golden", "goldens", "snapshots", "spec", "specs",
		"data", "test-data", "test_data", "resources", "templates", "static", "examples", "mocks", "cassettes":
		return true
	}
	return false
}
