package export

import (
	"cmp"
	"context"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/export/scip"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// scipIndex returns the graph as an index of the SCIP Code Intelligence Protocol. A place at which
// several elements are imported, such as a namespace import, refers to the module only. A member
// that is not an element is represented by the element that owns it.
func (c *contents) scipIndex(ctx context.Context, s *index.Snapshot) (*scip.Index, error) {
	names := newSymbols(c)
	relations, err := c.scipRelations(ctx, names)
	if err != nil {
		return nil, err
	}
	root := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(s.Root()), "/")}
	out := &scip.Index{Tool: "coderef-mcp", Root: root.String()}
	nodes := byFile(c.nodes, c.FileOf)
	edges := byFile(c.edges, func(e graph.Edge) graph.Node { return e.File })
	external := map[string]bool{}
	for _, file := range c.Files() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(nodes[file]) == 0 && len(edges[file]) == 0 {
			continue
		}
		d := newScipDocument(c.Element(file).File, s, names)
		for i := range edges[file] {
			if e := &edges[file][i]; e.To == graph.None {
				external[e.External] = true
			}
			d.refer(&edges[file][i])
		}
		for _, n := range nodes[file] {
			d.define(n, relations[n])
		}
		out.Documents = append(out.Documents, d.finish())
	}
	for _, name := range sortedKeys(external) {
		out.External = append(out.External, scip.SymbolInformation{
			Symbol: externalSymbol(name), DisplayName: name[strings.LastIndexByte(name, '#')+1:],
		})
	}
	return out, nil
}

// scipRelations returns, for each element, the elements that it extends, implements or overrides.
func (c *contents) scipRelations(ctx context.Context, names *symbols) (map[graph.Node][]scip.Relationship, error) {
	relations := map[graph.Node][]scip.Relationship{}
	for i := range c.edges {
		e := &c.edges[i]
		if (e.Relation == graph.Extends || e.Relation == graph.Implements) && e.Member == "" {
			relations[e.From] = append(relations[e.From], scip.Relationship{Symbol: names.target(e)})
		}
	}
	exported := make(map[graph.Node]bool, len(c.nodes))
	for _, n := range c.nodes {
		exported[n] = true
	}
	for i, n := range c.nodes {
		if i%1000 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if c.Element(n).Type != facts.Method {
			continue
		}
		// All files are resolved, so that none is missing.
		overriding, _ := c.Overriding(c.Inside(n))
		for _, o := range overriding {
			if exported[o] {
				relations[o] = append(relations[o], scip.Relationship{Symbol: names.of(n), Reference: true})
			}
		}
	}
	for n, list := range relations {
		slices.SortFunc(list, func(a, b scip.Relationship) int { return cmp.Compare(a.Symbol, b.Symbol) })
		relations[n] = slices.Compact(list)
	}
	return relations, nil
}

// byFile groups values by their file and keeps their order.
func byFile[T any](values []T, fileOf func(T) graph.Node) map[graph.Node][]T {
	out := map[graph.Node][]T{}
	for _, v := range values {
		out[fileOf(v)] = append(out[fileOf(v)], v)
	}
	return out
}

// scipLanguage returns the language of a file as a name of scip.proto's enum Language.
func scipLanguage(file string) string {
	switch strings.ToLower(path.Ext(file)) {
	case ".ts", ".mts", ".cts":
		return "TypeScript"
	case ".tsx":
		return "TypeScriptReact"
	case ".js", ".mjs", ".cjs":
		return "JavaScript"
	case ".jsx":
		return "JavaScriptReact"
	case ".go":
		return "Go"
	case ".py", ".pyi":
		return "Python"
	case ".rs":
		return "Rust"
	case ".java":
		return "Java"
	case ".cs":
		return "CSharp"
	case ".c", ".h":
		return "C"
	case ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx":
		return "CPP"
	default:
		return ""
	}
}

// scipKind returns the kind of an element of a type.
func scipKind(elementType string) scip.Kind {
	switch elementType {
	case facts.Function, facts.Hook, facts.Component:
		return scip.Function
	case facts.Class:
		return scip.Class
	case facts.Method:
		return scip.Method
	case facts.Interface:
		return scip.Interface
	case facts.TypeAlias:
		return scip.TypeAlias
	case facts.Enum:
		return scip.Enum
	case facts.Constant:
		return scip.Constant
	case facts.Variable:
		return scip.Variable
	case facts.Property:
		return scip.Property
	case facts.Namespace:
		return scip.Namespace
	case facts.FileType:
		return scip.File
	default:
		return scip.UnspecifiedKind
	}
}
