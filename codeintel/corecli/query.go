package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// QueryRequest is the request of [CLI.Query]. Type is a query_type of coderef_query: with
// the suffix -me, the target is the object of the relations, else the subject.
type QueryRequest struct {
	Root, Type, Target string
	MaxDepth           int // in relations
}

// Query is the result of a query.
type Query struct {
	Element  Element
	Results  []Relation // by depth, file and line
	Warnings []string
}

// Relation is a relation of the element From to the element To. Both are ids, or names if
// the program does not report enough for an id. Relation and File are empty, and Line is
// 0, if they are unknown.
type Relation struct {
	From       string   `json:"from"`
	To         string   `json:"to"`
	Relation   string   `json:"relation,omitempty"`
	File       string   `json:"file,omitempty"`
	Line       int      `json:"line,omitempty"`
	Depth      int      `json:"depth"`
	Confidence string   `json:"confidence"`
	Element    *Element `json:"element,omitempty"` // From or To, the one more distant from the target
}

// Query finds the relations of an element. Errors of the program are [Error].
func (c *CLI) Query(ctx context.Context, r QueryRequest) (*Query, error) {
	inv := &invocation{
		command: "query", dir: r.Root, element: r.Target,
		args: []string{r.Target, "--type", r.Type, "--depth", strconv.Itoa(r.MaxDepth), "--format", "json"},
	}
	q := &queryReader{project: project(r.Root), request: r}
	q.target = q.project.target(r.Target)
	err := c.runJSON(ctx, inv, q.read, r.Target)
	if err != nil {
		return nil, err
	}
	return &q.result, nil
}

// queryReader reads the output of the command query.
type queryReader struct {
	project project
	request QueryRequest
	target  Element // as far as the request describes it
	result  Query
}

// inbound reports whether the target is the object of the relations.
func (q *queryReader) inbound() bool { return strings.HasSuffix(q.request.Type, "-me") }

func (q *queryReader) read(raw json.RawMessage) error {
	q.result = Query{Element: q.target, Results: []Relation{}}
	list, ok := listOf(raw)
	if !ok {
		o, _ := objectOf(raw)
		if list, ok = o.list("results", "relationships", "relations", "edges", "dependents", "dependencies"); !ok {
			return errFormat
		}
		if node, ok := o.get("element", "target"); ok {
			if e, ok := q.project.element(node); ok && e.File != "" {
				q.result.Element = e
			} else if e, ok := q.project.reference(textOf(node)); ok {
				q.result.Element = e
			}
		}
	}
	for _, item := range list {
		if !q.item(item) {
			return errFormat
		}
	}
	results := slices.DeleteFunc(q.result.Results, func(r Relation) bool { return r.Depth > q.request.MaxDepth })
	slices.SortStableFunc(results, func(a, b Relation) int {
		return cmp.Or(a.Depth-b.Depth, cmp.Compare(a.File, b.File), a.Line-b.Line,
			cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	q.result.Results = slices.CompactFunc(results, func(a, b Relation) bool {
		return a.From == b.From && a.To == b.To && a.Relation == b.Relation &&
			a.File == b.File && a.Line == b.Line && a.Depth == b.Depth
	})
	return nil
}

// item reads an item of the list: an edge with two ends, a reference with its relation, an
// element with its dependents or dependencies, or a reference alone. It returns false for
// an unknown format.
func (q *queryReader) item(raw json.RawMessage) bool {
	if text := textOf(raw); text != "" {
		q.add(q.end(text), "", 1)
		return true
	}
	o, ok := objectOf(raw)
	if !ok {
		return false
	}
	depth, ok := o.count("depth", "distance", "level")
	if !ok {
		depth = 1
	}
	relation := relationWord(o.text("relationship", "relation", "edgeType"))
	if from, to := o.text("from", "source", "sourceId"), o.text("to", "target", "targetId"); from != "" && to != "" {
		q.edge(o, q.end(from), q.end(to), cmp.Or(relation, relationWord(o.text("type"))), depth)
		return true
	}
	other, ok := q.other(raw, o)
	if !ok {
		return false
	}
	nested, hasNested := o.texts("dependents", "dependencies")
	if hasNested && q.isTarget(other) {
		q.result.Element = *other.element
		for _, name := range nested {
			q.add(q.end(name), relation, 1)
		}
		return true
	}
	q.add(other, cmp.Or(relation, relationWord(o.text("type"))), depth)
	for _, name := range nested {
		q.link(q.end(name), other, relation, depth+1)
	}
	return true
}

// end is one end of a relation.
type end struct {
	name    string   // the id, else the name that the program uses
	element *Element // nil if unknown
}

// end returns the end that a reference or a name means.
func (q *queryReader) end(text string) end {
	if e, ok := q.project.reference(text); ok {
		return end{e.ID, &e}
	}
	if text == q.request.Target || text == q.target.Name {
		text = cmp.Or(q.target.ID, text)
	}
	if inside := q.project.relative(text); strings.HasPrefix(text, string(q.project)+"/") && inside != "" {
		text = inside
	}
	return end{name: text}
}

// other reads the element that is related to the target.
func (q *queryReader) other(raw json.RawMessage, o object) (end, bool) {
	if e, ok := q.project.element(raw); ok {
		if e.File == "" {
			return end{name: e.Name}, true
		}
		return end{e.ID, &e}, true
	}
	if reference := o.text("reference", "coderef", "ref", "id", "name"); reference != "" {
		return q.end(reference), true
	}
	return end{}, false
}

func (q *queryReader) isTarget(e end) bool {
	if e.element == nil {
		return false
	}
	sameFile := q.target.File == "" || q.target.File == e.element.File
	return e.name == q.target.ID || e.element.Name == q.target.Name && sameFile
}

// add adds a relation between the target and another element.
func (q *queryReader) add(other end, relation string, depth int) {
	q.link(other, end{name: cmp.Or(q.result.Element.ID, q.request.Target)}, relation, depth)
}

// link adds a relation between other and near, which is the target or nearer to the target.
func (q *queryReader) link(other, near end, relation string, depth int) {
	r := Relation{
		Relation: cmp.Or(relation, q.requestedRelation()), Depth: depth, Confidence: facts.Heuristic.String(),
		Element: other.element,
	}
	if r.From, r.To = near.name, other.name; q.inbound() {
		r.From, r.To = other.name, near.name
		if other.element != nil {
			r.File, r.Line = other.element.File, other.element.Line
		}
	}
	q.result.Results = append(q.result.Results, r)
}

// edge adds a relation for which the program reports both ends and the place.
func (q *queryReader) edge(o object, from, to end, relation string, depth int) {
	r := Relation{
		From: from.name, To: to.name, Relation: cmp.Or(relation, q.requestedRelation()), Depth: depth,
		Confidence: facts.Heuristic.String(), Element: to.element,
		File: q.project.relative(cmp.Or(o.text("file", "filePath", "sourceFile"), ".")),
	}
	r.Line, _ = o.count("line", "lineNumber")
	if q.inbound() {
		r.Element = from.element
	}
	q.result.Results = append(q.result.Results, r)
}

// requestedRelation returns the relation that the query type names, or "" if it names
// several (depends-on).
func (q *queryReader) requestedRelation() string {
	return relationWord(strings.TrimSuffix(q.request.Type, "-me"))
}

// relationWord returns the relation that a word of the program means, or "" if the tools
// have no such relation. For example, "dependency" can mean any relation.
func relationWord(word string) string {
	switch strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(word), "-me"), "s") {
	case "call":
		return "call"
	case "import":
		return "import"
	case "reference", "use":
		return "reference"
	case "extend", "inherit":
		return "extends"
	case "implement":
		return "implements"
	}
	return ""
}
