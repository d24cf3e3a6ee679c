package impact

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// rankTests sorts tests by their proximity to the changed elements: by distance; then tests
// whose name contains the name of a changed element, tests in a file named after a changed
// file, and tests in the nearest folder; then by place.
func rankTests(tests []Test, changed []facts.Element) {
	near := newNearness(changed)
	distances := make(map[Test]proximity, len(tests))
	for _, t := range tests {
		distances[t] = near.of(&t)
	}
	slices.SortFunc(tests, func(a, b Test) int {
		x, y := distances[a], distances[b]
		return cmp.Or(
			cmp.Compare(a.Reason, b.Reason), a.Depth-b.Depth, x.unnamed-y.unnamed, x.otherFile-y.otherFile, x.folders-y.folders,
			cmp.Compare(a.File, b.File), a.Line-b.Line, cmp.Compare(a.Name, b.Name),
		)
	})
}

// proximity is how far a test is from a change by names and folders. Less is nearer.
type proximity struct {
	unnamed   int // 0 if the name of the test contains the name of a changed element
	otherFile int // 0 if the test file is named after a changed file
	folders   int // steps between the folders of the test and of the nearest changed file
}

type nearness struct {
	names   []string // last parts of the names of changed elements, in plain form
	stems   map[string]bool
	folders []string
}

func newNearness(changed []facts.Element) *nearness {
	n := &nearness{stems: map[string]bool{}}
	folders := map[string]bool{}
	for _, e := range changed {
		if name := plain(e.Name[strings.LastIndexByte(e.Name, '.')+1:]); e.Type != facts.FileType && len(name) > 2 {
			n.names = append(n.names, name)
		}
		n.stems[stem(e.File)] = true
		folders[path.Dir(e.File)] = true
	}
	for folder := range folders {
		n.folders = append(n.folders, folder)
	}
	return n
}

func (n *nearness) of(t *Test) proximity {
	p := proximity{unnamed: 1, otherFile: 1, folders: -1}
	if name := plain(t.Name); slices.ContainsFunc(n.names, func(s string) bool { return strings.Contains(name, s) }) {
		p.unnamed = 0
	}
	if n.stems[stem(t.File)] {
		p.otherFile = 0
	}
	for _, folder := range n.folders {
		if d := between(path.Dir(t.File), folder); p.folders < 0 || d < p.folders {
			p.folders = d
		}
	}
	return p
}

// plain returns a name in lower case without separators, so that test_show_all and TestShowAll
// are equal.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", " ", "", "-", "").Replace(name))
}

// stem returns the name of a file without extensions and without the marks of a test file.
func stem(file string) string {
	name, _, _ := strings.Cut(path.Base(file), ".")
	for _, mark := range []string{"_test", "-test", "_spec", "-spec"} {
		name = strings.TrimSuffix(name, mark)
	}
	return strings.ToLower(strings.TrimPrefix(name, "test_"))
}

// between returns the number of steps from a folder to another in the tree of folders.
func between(a, b string) int {
	x, y := parts(a), parts(b)
	common := 0
	for common < min(len(x), len(y)) && x[common] == y[common] {
		common++
	}
	return len(x) + len(y) - 2*common
}

func parts(folder string) []string {
	if folder == "." {
		return nil
	}
	return strings.Split(folder, "/")
}
