package export

import (
	"encoding/json"
	"net/url"

	"github.com/coderef-system/coderefd/codeintel/graph"
)

// vocabulary is the namespace of the terms that schema.org does not define.
const vocabulary = "https://coderef.dev/ns#"

// jsonLD returns the graph as JSON-LD 1.1 (W3C). Each file and element is a node, and its
// relations are properties that refer to other nodes. Targets outside of the project have
// their own IRIs.
func (c *contents) jsonLD() ([]byte, error) {
	type statement struct {
		from     graph.Node
		term, to string
	}
	written := map[statement]bool{}
	relations := map[graph.Node]map[string][]reference{}
	for i := range c.edges {
		e := &c.edges[i]
		if relations[e.From] == nil {
			relations[e.From] = map[string][]reference{}
		}
		to := reference{ID: externalIRI(e.External)}
		if e.To != graph.None {
			to.ID = iri(c.Element(e.To).ID)
		}
		term := term(e.Relation)
		if s := (statement{e.From, term, to.ID}); !written[s] {
			written[s] = true
			relations[e.From][term] = append(relations[e.From][term], to)
		}
	}
	nodes := make([]map[string]any, 0, len(c.nodes))
	for _, n := range c.nodes {
		e := c.Element(n)
		out := map[string]any{
			"@id": iri(e.ID), "@type": "coderef:" + e.Type, "name": e.Name,
			"coderef:file": e.File, "coderef:line": e.Line, "coderef:endLine": e.EndLine, "coderef:exported": e.Exported,
		}
		if p := c.parent(n); p != graph.None {
			out["isPartOf"] = reference{ID: iri(c.Element(p).ID)}
		}
		for name, list := range relations[n] {
			out["coderef:"+name] = list
		}
		nodes = append(nodes, out)
	}
	return json.Marshal(map[string]any{
		"@context": map[string]any{"@vocab": "http://schema.org/", "coderef": vocabulary},
		"@id":      "urn:coderef:graph:" + c.digest, "@type": "coderef:DependencyGraph",
		"coderef:schemaVersion": schemaVersion, "coderef:precision": c.precision,
		"@graph": nodes,
	})
}

type reference struct {
	ID string `json:"@id"`
}

// term returns the property name of a relation.
func term(r graph.Relation) string {
	switch r {
	case graph.Call:
		return "calls"
	case graph.Import:
		return "imports"
	case graph.Reference:
		return "references"
	default:
		return r.String()
	}
}

// iri returns the IRI of an id. Characters that an IRI must not contain are percent-encoded.
func iri(id string) string { return "urn:coderef:" + url.PathEscape(id) }

func externalIRI(name string) string { return "urn:coderef:external:" + url.PathEscape(name) }
