package mcpserver

import (
	"cmp"
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
)

const cliComplexitySays = "Tells what an installed coderef CLI measures of a project (\".\"), and of those files, folders and elements " +
	"within that it names: lines, cyclomatic complexity and what else it gives. It makes a report of the whole project for each question, " +
	"gives neither score nor level, and an element that it does not measure is refused."

type cliComplexityAnswer struct {
	cliAnswer
	Element    corecli.Element    `json:"element"`
	Complexity corecli.Metrics    `json:"complexity"`
	Elements   []corecli.Measured `json:"elements"`
	Total      int                `json:"total"`
	NextCursor string             `json:"next_cursor,omitempty"`
	Rule       string             `json:"rule"`
}

func (t *cliTools) complexity(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	a, err := readComplexityArguments(args)
	if err != nil {
		return nil, err
	}
	found, err := t.cli.Complexity(ctx, a.root)
	if err != nil {
		return nil, err
	}
	answer := cliComplexityAnswer{cliAnswer: answered(found.Warnings...), Rule: corecli.MetricsRule}
	elements := found.Elements
	if target := a.target(); target == "." {
		answer.Element = corecli.Element{Type: "folder", Name: "."}
		if found.Project != nil {
			answer.Complexity = *found.Project
		} else if len(elements) == 0 {
			return nil, noMeasures("the coderef CLI told of no complexity")
		}
	} else {
		elements = slices.DeleteFunc(elements, func(m corecli.Measured) bool { return !m.Matches(a.root, target) })
		if len(elements) == 0 {
			return nil, noMeasures("the coderef CLI measures nothing that is called " + a.element)
		}
		whole := slices.IndexFunc(elements, func(m corecli.Measured) bool { return m.Element.Type == "file" && m.Element.File == target })
		switch {
		case whole >= 0:
			answer.Element, answer.Complexity = elements[whole].Element, elements[whole].Metrics
		case len(elements) == 1:
			answer.Element, answer.Complexity = elements[0].Element, elements[0].Metrics
		default: // of several, there is no one measure
			answer.Element = corecli.Element{Name: target}
		}
	}
	slices.SortStableFunc(elements, func(x, y corecli.Measured) int { return cmp.Compare(worst(&y.Metrics), worst(&x.Metrics)) })
	answer.Total = len(elements)
	request := cliRequest("coderef_complexity", a.root, a.element)
	answer.Elements, answer.NextCursor, err = cliPage(elements, a.cursor, a.limit, request)
	return answer, err
}

func noMeasures(message string) error {
	return &toolError{Code: codeElementNotFound, Message: message, Hint: "ask for \".\", the whole project, or use the native engine"}
}

// worst is what measured elements are ordered by.
func worst(m *corecli.Metrics) int {
	for _, n := range []*int{m.Cyclomatic, m.MaxCyclomatic, m.Lines} {
		if n != nil {
			return *n
		}
	}
	return 0
}
