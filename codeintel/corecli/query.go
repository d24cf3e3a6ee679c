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

// QueryRequest asks how a target is related. Type is one of the query types of the
// tools; with -me, others are related to the target.
type QueryRequest struct {
	Root, Type, Target string
	MaxDepth           int
}

// Query is the answer to a query: the relations by depth, file and line.
type Query struct {
	Element  Element
	Results  []Relation
	Warnings []string
}

// Relation says that one element is related to another, as far as is told. From and
// To are ids, or names where the program gives no more.
type Relation struct {
	From       string   `json:"from"`
	To         string   `json:"to"`
	Relation   string   `json:"relation,omitempty"`
	File       string   `json:"file,omitempty"`
	Line       int      `json:"line,omitempty"`
	Depth      int      `json:"depth"`
	Confidence string   `json:"confidence"`
	Element    *Element `json:"element,omitempty"` // at the other end
}

// Query asks how an element is related to others.
func (c *CLI) Query(ctx context.Context, r QueryRequest) (*Query, error) {
	a := &ask{
		command: "query", dir: r.Root, element: r.Target,
		args: []string{r.Target, "--type", r.Type, "--depth", strconv.Itoa(r.MaxDepth), "--format", "json"},
	}
	q := &queryReader{project: project(r.Root), request: r}
	q.target = q.project.target(r.Target)
	err := c.json(ctx, a, q.read, r.Target)
	if err != nil {
		return nil, err
	}
	return &q.answer, nil
}

// queryReader reads answers to one query.
type queryReader struct {
	project project
	request QueryRequest
	target  Element
	answer  Query
}

func (q *queryReader) inbound() bool { return strings.HasSuffix(q.request.Type, "-me") }

func (q *queryReader) read(raw json.RawMessage) error {
	q.answer = Query{Element: q.target, Results: []Relation{}}
	list, ok := listOf(raw)
	if !ok {
		o, _ := objectOf(raw)
		if list, ok = o.list("results", "relationships", "relations", "edges", "dependents", "dependencies"); !ok {
			return errShape
		}
		if node, ok := o.get("element", "target"); ok {
			if e, ok := q.project.element(node); ok && e.File != "" {
				q.answer.Element = e
			} else if e, ok := q.project.reference(textOf(node)); ok {
				q.answer.Element = e
			}
		}
	}
	for _, item := range list {
		if !q.item(item) {
			return errShape
		}
	}
	results := slices.DeleteFunc(q.answer.Results, func(r Relation) bool { return r.Depth > q.request.MaxDepth })
	slices.SortStableFunc(results, func(a, b Relation) int {
		return cmp.Or(a.Depth-b.Depth, cmp.Compare(a.File, b.File), a.Line-b.Line, cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	q.answer.Results = slices.CompactFunc(results, func(a, b Relation) bool {
		return a.From == b.From && a.To == b.To && a.Relation == b.Relation && a.File == b.File && a.Line == b.Line && a.Depth == b.Depth
	})
	return nil
}

// item reads one relation: an edge with two ends, a reference with its relation,
// an element with what depends on it, or a reference alone.
func (q *queryReader) item(raw json.RawMessage) bool {
	if text := textOf(raw); text != "" {
		q.add(q.end(text), "", 1)
		return true
	}
	o, ok := objectOf(raw)
	if !ok {
		return false
	}
	depth, told := o.count("depth", "distance", "level")
	if !told {
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
		q.answer.Element = *other.element
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
	name    string // its id, else what the program calls it
	element *Element
}

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

// other reads the element at the other end of a relation.
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
	return e.element != nil && (e.name == q.target.ID || e.element.Name == q.target.Name && (q.target.File == "" || q.target.File == e.element.File))
}

// add notes that another element is related to the target.
func (q *queryReader) add(other end, relation string, depth int) {
	q.link(other, end{name: cmp.Or(q.answer.Element.ID, q.request.Target)}, relation, depth)
}

// link notes that other is related to near, which is nearer to the target or is it.
func (q *queryReader) link(other, near end, relation string, depth int) {
	r := Relation{Relation: cmp.Or(relation, q.asked()), Depth: depth, Confidence: facts.Heuristic.String(), Element: other.element}
	if r.From, r.To = near.name, other.name; q.inbound() {
		r.From, r.To = other.name, near.name
		if other.element != nil {
			r.File, r.Line = other.element.File, other.element.Line
		}
	}
	q.answer.Results = append(q.answer.Results, r)
}

// edge notes a relation that tells both of its ends and its place.
func (q *queryReader) edge(o object, from, to end, relation string, depth int) {
	r := Relation{
		From: from.name, To: to.name, Relation: cmp.Or(relation, q.asked()), Depth: depth, Confidence: facts.Heuristic.String(),
		File: q.project.relative(cmp.Or(o.text("file", "filePath", "sourceFile"), ".")), Element: to.element,
	}
	r.Line, _ = o.count("line", "lineNumber")
	if q.inbound() {
		r.Element = from.element
	}
	q.answer.Results = append(q.answer.Results, r)
}

// asked is the relation that was asked for, where it is one.
func (q *queryReader) asked() string {
	return relationWord(strings.TrimSuffix(q.request.Type, "-me"))
}

// relationWord returns the word of the tools for a relation, "" for one that has
// none: "dependency" can be any.
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
