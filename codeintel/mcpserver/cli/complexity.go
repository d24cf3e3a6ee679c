package cli

import (
	"cmp"
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type complexityResponse struct {
	response
	Element    corecli.Element    `json:"element"`
	Complexity corecli.Metrics    `json:"complexity"`
	Elements   []corecli.Measured `json:"elements"`
	Total      int                `json:"total"`
	NextCursor string             `json:"next_cursor,omitempty"`
	Rule       string             `json:"rule"`
}

// Complexity runs coderef_complexity.
func (t *Tools) Complexity(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	r, err := tools.ReadComplexity(args)
	if err != nil {
		return nil, err
	}
	found, err := t.program.Complexity(ctx, r.Root)
	if err != nil {
		return nil, err
	}
	warnings := append(generatedWarnings(r.IncludeGenerated), found.Warnings...)
	out := complexityResponse{response: t.newResponse(ctx, r.Root, warnings...), Rule: corecli.MetricsRule}
	elements := found.Elements
	if target := r.Target(); target == "." {
		out.Element = corecli.Element{Type: "folder", Name: "."}
		if found.Project != nil {
			out.Complexity = *found.Project
		} else if len(elements) == 0 {
			return nil, noMeasures("the coderef CLI reported no complexity")
		}
	} else {
		elements = slices.DeleteFunc(elements, func(m corecli.Measured) bool { return !m.Matches(r.Root, target) })
		if len(elements) == 0 {
			return nil, noMeasures("the coderef CLI measures no element with the name " + r.Element)
		}
		file := slices.IndexFunc(elements, func(m corecli.Measured) bool {
			return m.Element.Type == "file" && m.Element.File == target
		})
		switch {
		case file >= 0:
			out.Element, out.Complexity = elements[file].Element, elements[file].Metrics
		case len(elements) == 1:
			out.Element, out.Complexity = elements[0].Element, elements[0].Metrics
		default: // several elements have no common metrics
			out.Element = corecli.Element{Name: target}
		}
	}
	slices.SortStableFunc(elements, func(x, y corecli.Measured) int {
		return cmp.Compare(weight(&y.Metrics), weight(&x.Metrics))
	})
	out.Total = len(elements)
	request := requestDigest("coderef_complexity", r.Root, r.Element)
	out.Elements, out.NextCursor, err = page(elements, r.Cursor, r.Limit, request)
	return out, err
}

func noMeasures(message string) error {
	return &toolerror.Error{
		Code: toolerror.ElementNotFound, Message: message, Hint: "use \".\" for the whole project, or the native engine",
	}
}

// weight returns the metric that orders the elements, the highest first.
func weight(m *corecli.Metrics) int {
	for _, n := range []*int{m.Cyclomatic, m.MaxCyclomatic, m.Lines} {
		if n != nil {
			return *n
		}
	}
	return 0
}
