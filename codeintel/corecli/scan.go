package corecli

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// ScanRequest asks for the elements of a project.
type ScanRequest struct {
	Root      string
	Languages []string
	AST       bool
}

// Scan lists elements by file, then line. The ids are unique.
type Scan struct {
	Elements []Element
	Warnings []string
}

// Scan lists the elements of a project.
func (c *CLI) Scan(ctx context.Context, r ScanRequest) (*Scan, error) {
	languages := strings.Join(r.Languages, ",")
	a := &ask{command: "scan", dir: r.Root, args: []string{r.Root, "--lang", languages, "--json"}}
	if r.AST {
		a.args = append(a.args, "--ast")
	}
	var found *Scan
	err := c.json(ctx, a, func(raw json.RawMessage) (err error) {
		found, err = project(r.Root).scan(raw)
		return err
	}, languages)
	return found, err
}

func (p project) scan(raw json.RawMessage) (*Scan, error) {
	list, ok := listOf(raw)
	if !ok {
		o, _ := objectOf(raw)
		if list, ok = o.list("elements", "results", "data"); !ok {
			if list, ok = o.object("data", "index", "scan").list("elements"); !ok {
				return nil, errShape
			}
		}
	}
	elements, warnings, err := p.elements(list)
	return &Scan{Elements: elements, Warnings: warnings}, err
}

// elements reads a list of elements. A list without any is not one.
func (p project) elements(list []json.RawMessage) (found []Element, warnings []string, err error) {
	found = []Element{}
	unknown, outside := 0, 0
	var words []string // for types
	for _, raw := range list {
		e, ok := p.element(raw)
		switch {
		case !ok:
			unknown++
		case e.File == "":
			outside++
		case e.Type == facts.FileType: // no declaration
		default:
			found = append(found, e)
			if o, _ := objectOf(raw); e.Type == "" && kindOf(o) != "" && !slices.Contains(words, kindOf(o)) {
				words = append(words, kindOf(o))
			}
		}
	}
	if unknown > 0 && unknown == len(list) {
		return nil, nil, errShape
	}
	slices.SortStableFunc(found, func(a, b Element) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	distinct(found)
	warnings = append(leftOut(unknown, "entry of the coderef CLI", "without name or file left out"),
		leftOut(outside, "element of the coderef CLI", "outside of the project left out")...)
	if len(words) > 0 {
		warnings = append(warnings, "types of the coderef CLI that are left out: "+clip(strings.Join(words, ", "), maxExcerptBytes))
	}
	return found, warnings, nil
}

// distinct gives elements that share an id their lines with it.
func distinct(elements []Element) {
	times := make(map[string]int, len(elements))
	for i := range elements {
		times[elements[i].ID]++
	}
	for i := range elements {
		if e := &elements[i]; times[e.ID] > 1 && e.Line > 0 {
			e.ID = coderef2.Format(coderef2.Designator(e.Type), e.File, e.Name, e.Line)
		}
	}
}
