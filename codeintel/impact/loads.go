package impact

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/graph"
)

// loads are the files that load other files when they run, or are compiled together with them.
type loads struct {
	*graph.Graph
	inFolder map[string][]graph.Node
	by       map[graph.Node][]graph.Node // the files that load a file
}

// newLoads reads the module specifiers of all files. It resolves none.
func newLoads(g *graph.Graph) *loads {
	l := &loads{Graph: g, inFolder: map[string][]graph.Node{}, by: map[graph.Node][]graph.Node{}}
	files := g.Files()
	for _, n := range files {
		folder := folderOf(g.Element(n).File)
		l.inFolder[folder] = append(l.inFolder[folder], n)
	}
	for _, n := range files {
		for _, module := range g.ModuleNames(n) {
			if folder, ok := strings.CutSuffix(module, "/"); ok {
				l.loadsFolder(n, path.Clean(folder))
			} else if to, ok := g.FileAt(module); ok {
				l.add(n, to)
			}
		}
		l.together(n)
	}
	return l
}

func (l *loads) add(from, to graph.Node) {
	if from != to {
		l.by[to] = append(l.by[to], from)
	}
}

// loadsFolder adds the files of a package without its tests, which no other package compiles.
func (l *loads) loadsFolder(from graph.Node, folder string) {
	for _, to := range l.inFolder[folder] {
		if !isGoTest(l.Element(to).File) {
			l.add(from, to)
		}
	}
}

// together adds the files that load a file without naming it.
func (l *loads) together(n graph.Node) {
	file := l.Element(n).File
	switch path.Ext(file) {
	case ".go": // the package is compiled as a whole
		for _, other := range l.inFolder[folderOf(file)] {
			if isGoTest(file) || path.Ext(l.Element(other).File) == ".go" && !isGoTest(l.Element(other).File) {
				l.add(n, other)
			}
		}
	case ".py", ".pyi": // a module loads the packages around it, a test the conftest.py above it
		for folder := folderOf(file); ; folder = path.Dir(folder) {
			for _, name := range []string{"__init__.py", "conftest.py"} {
				if other, ok := l.FileAt(path.Join(folder, name)); ok {
					l.add(n, other)
				}
			}
			if folder == "." {
				break
			}
		}
	case ".java", ".cs", ".rs", ".c", ".h", ".cc", ".cpp", ".hpp": // uses in the same folder need no import
		for _, other := range l.inFolder[folderOf(file)] {
			l.add(n, other)
		}
	}
}

func isGoTest(file string) bool { return strings.HasSuffix(file, "_test.go") }

// remainder returns the files that loaded a removed file without naming it.
func (l *loads) remainder(file string) []graph.Node {
	switch path.Base(file) {
	case "__init__.py", "conftest.py":
		return l.FilesIn(folderOf(file))
	}
	return nil
}

// reach returns the files that load one of the files, with the number of loads between; and the
// files themselves.
func (l *loads) reach(start []graph.Node) map[graph.Node]int {
	depth := map[graph.Node]int{}
	queue := make([]graph.Node, 0, len(start))
	for _, n := range start {
		if _, known := depth[n]; !known {
			depth[n] = 0
			queue = append(queue, n)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, n := range l.by[queue[0]] {
			if _, known := depth[n]; !known {
				depth[n] = depth[queue[0]] + 1
				queue = append(queue, n)
			}
		}
	}
	return depth
}
