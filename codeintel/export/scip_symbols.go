package export

import (
	"maps"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/export/scip"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// symbols are the SCIP symbols of the elements of a project. The path of a symbol consists of the
// folders, the file, and the enclosing elements.
type symbols struct {
	*contents
	paths map[graph.Node][]scip.Descriptor
	files map[string]bool // the symbols of all files
	known map[string]int  // number of elements with this symbol, disregarding duplicates
}

// newSymbols names all elements in the order of the graph, so that duplicates have the same
// numbers in each export of the same sources.
func newSymbols(c *contents) *symbols {
	s := &symbols{
		contents: c, paths: make(map[graph.Node][]scip.Descriptor, len(c.nodes)),
		files: map[string]bool{}, known: map[string]int{},
	}
	for _, file := range c.Files() {
		s.files[s.of(file)] = true
		for _, n := range c.Elements(file) {
			s.path(n)
		}
	}
	return s
}

func (s *symbols) of(n graph.Node) string { return scip.FormatSymbol(scip.Package{}, s.path(n)...) }

// name returns the last part of a node's symbol.
func (s *symbols) name(n graph.Node) string {
	path := s.path(n)
	return path[len(path)-1].Name
}

// target returns the symbol to which an edge refers.
func (s *symbols) target(e *graph.Edge) string {
	if e.To == graph.None {
		return externalSymbol(e.External)
	}
	return s.of(e.To)
}

func (s *symbols) path(n graph.Node) []scip.Descriptor {
	if path, ok := s.paths[n]; ok {
		return path
	}
	e := s.Element(n)
	var path []scip.Descriptor
	if s.IsFile(n) {
		for folder := range strings.SplitSeq(e.File, "/") {
			path = append(path, scip.Descriptor{Name: folder, Suffix: scip.NamespaceSuffix})
		}
	} else {
		parent := s.parent(n)
		name := e.Name
		if !s.IsFile(parent) {
			name = strings.TrimPrefix(name, s.Element(parent).Name+".")
		}
		path = append(slices.Clone(s.path(parent)), scip.Descriptor{Name: name, Suffix: suffixOf(e.Type)})
		symbol := scip.FormatSymbol(scip.Package{}, path...)
		path[len(path)-1].Duplicate = s.known[symbol]
		s.known[symbol]++
	}
	s.paths[n] = path
	return path
}

func suffixOf(elementType string) scip.Suffix {
	switch elementType {
	case facts.Class, facts.Interface, facts.TypeAlias, facts.Enum:
		return scip.TypeSuffix
	case facts.Function, facts.Method, facts.Hook, facts.Component:
		return scip.MethodSuffix
	case facts.Namespace:
		return scip.NamespaceSuffix
	default:
		return scip.TermSuffix
	}
}

// externalSymbol returns the symbol of a name outside the project: "package" or "package#name".
func externalSymbol(name string) string {
	pkg, member, isMember := strings.Cut(name, "#")
	if !isMember {
		return scip.FormatSymbol(scip.Package{Name: pkg}, scip.Descriptor{Name: pkg, Suffix: scip.NamespaceSuffix})
	}
	return scip.FormatSymbol(scip.Package{Name: pkg}, scip.Descriptor{Name: member, Suffix: scip.TermSuffix})
}

func sortedKeys(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
