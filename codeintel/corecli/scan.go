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

// ScanRequest is the request of [CLI.Scan].
type ScanRequest struct {
	Root      string
	Languages []string // file extensions without the dot
	AST       bool     // list all elements, not only top-level declarations
}

// Scan is the list of a project's elements.
type Scan struct {
	Elements []Element // by file, then line; elements of the same name have the line in the id
	Warnings []string
}

// Scan lists the elements of a project. Errors of the program are [Error].
func (c *CLI) Scan(ctx context.Context, r ScanRequest) (*Scan, error) {
	languages := strings.Join(r.Languages, ",")
	inv := &invocation{command: "scan", dir: r.Root, args: []string{r.Root, "--lang", languages, "--json"}}
	if r.AST {
		inv.args = append(inv.args, "--ast")
	}
	var found *Scan
	err := c.runJSON(ctx, inv, func(raw json.RawMessage) (err error) {
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
				return nil, errFormat
			}
		}
	}
	elements, warnings, err := p.elements(list)
	return &Scan{Elements: elements, Warnings: warnings}, err
}

// elements reads a list of elements. It returns errFormat if the list is not empty and no
// item is an element.
func (p project) elements(list []json.RawMessage) (found []Element, warnings []string, err error) {
	found = []Element{}
	unknown, outside := 0, 0
	var unknownTypes []string
	for _, raw := range list {
		e, ok := p.element(raw)
		switch {
		case !ok:
			unknown++
		case e.File == "":
			outside++
		case e.Type == facts.FileType: // not a declaration
		default:
			found = append(found, e)
			o, _ := objectOf(raw)
			if word := kindOf(o); e.Type == "" && word != "" && !slices.Contains(unknownTypes, word) {
				unknownTypes = append(unknownTypes, word)
			}
		}
	}
	if unknown > 0 && unknown == len(list) {
		return nil, nil, errFormat
	}
	slices.SortStableFunc(found, func(a, b Element) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	makeIDsUnique(found)
	warnings = append(omitted(unknown, "item", "without a name or without a file"),
		omitted(outside, "element", "outside the project")...)
	if len(unknownTypes) > 0 {
		warnings = append(warnings, "the coderef CLI reports types that are unknown here; "+
			"elements of these types have no \"type\": "+
			clip(strings.Join(unknownTypes, ", "), maxExcerptBytes))
	}
	return found, warnings, nil
}

// makeIDsUnique adds the line to the ids that several elements have.
func makeIDsUnique(elements []Element) {
	count := make(map[string]int, len(elements))
	for i := range elements {
		count[elements[i].ID]++
	}
	for i := range elements {
		if e := &elements[i]; count[e.ID] > 1 && e.Line > 0 {
			e.ID = coderef2.Format(coderef2.Designator(e.Type), e.File, e.Name, e.Line)
		}
	}
}
