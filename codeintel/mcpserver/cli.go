package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
)

//go:embed instructions_cli.md
var cliInstructions string

// cliTools are the tools as an installed coderef command-line program answers them:
// with the inputs and the answers of the engine's, as far as it knows.
type cliTools struct {
	*tools
	cli *corecli.CLI
}

// served returns the tools in the order of the engine's.
func (t *cliTools) served() []served {
	handlers := map[string]struct {
		says   string
		handle handler
	}{
		"coderef_scan":       {cliScanSays, t.scan},
		"coderef_query":      {cliQuerySays, t.query},
		"coderef_impact":     {cliImpactSays, t.impact},
		"coderef_complexity": {cliComplexitySays, t.complexity},
		"coderef_patterns":   {cliPatternsSays, t.patterns},
		"coderef_coverage":   {cliCoverageSays, t.coverage},
		"coderef_context":    {cliContextSays, t.context},
		"coderef_validate":   {cliValidateSays, t.validate},
		"coderef_drift":      {cliDriftSays, t.drift},
		"coderef_tag":        {cliTagSays, t.tag},
		"coderef_diagram":    {cliDiagramSays, t.diagram},
		"coderef_export":     {cliExportSays, t.export},
	}
	all := t.tools.served()
	for i := range all {
		s := &all[i]
		by := handlers[s.tool.Name]
		s.tool.Description, s.handle = by.says, withCLIErrors(by.handle)
		s.tool.OutputSchema = told(s.tool.OutputSchema)
		s.tool.InputSchema = cliLanguages(s.tool.InputSchema)
		// What a second run of the program does to files that it has tagged, it does not say.
		s.tool.Annotations.IdempotentHint = s.tool.Annotations.IdempotentHint && s.tool.Name != "coderef_tag"
	}
	return all
}

// withCLIErrors turns failures of the program into tool errors.
func withCLIErrors(handle handler) handler {
	return func(ctx context.Context, args arguments, progress index.Progress) (any, error) {
		answer, err := handle(ctx, args, progress)
		var failed *corecli.Error
		if errors.As(err, &failed) {
			return nil, &toolError{Code: errorCode(failed.Code), Message: failed.Message, Hint: failed.Hint}
		}
		return answer, err
	}
}

// told returns an output schema with the same properties, of which only those are
// required that every answer has: what the program does not tell is left out.
func told(schema any) json.RawMessage {
	return edited(schema, func(root map[string]any) {
		optional(root)
		root["required"] = []string{"success", "precision"}
	})
}

func optional(schema any) {
	switch schema := schema.(type) {
	case map[string]any:
		if _, list := schema["required"].([]any); list {
			delete(schema, "required")
		}
		for _, part := range schema {
			optional(part)
		}
	case []any:
		for _, part := range schema {
			optional(part)
		}
	}
}

// cliLanguages returns an input schema with the program's own languages as the
// default.
func cliLanguages(schema any) json.RawMessage {
	return edited(schema, func(root map[string]any) {
		properties, _ := root["properties"].(map[string]any)
		if languages, ok := properties["languages"].(map[string]any); ok {
			languages["default"] = cliDefaultLanguages()
			languages["description"] = "File extensions to read, as the coderef CLI knows them"
		}
	})
}

// edited changes a schema of ours, which is JSON.
func edited(schema any, edit func(map[string]any)) json.RawMessage {
	raw, _ := schema.(json.RawMessage)
	var root map[string]any
	if err := json.Unmarshal(raw, &root); err != nil {
		panic(err) // it is embedded
	}
	edit(root)
	text, err := json.Marshal(root)
	if err != nil {
		panic(err) // it was JSON
	}
	return text
}

// cliAnswer is what every answer of the program has.
type cliAnswer struct {
	Success   bool            `json:"success"`
	Precision facts.Precision `json:"precision"`
	Warnings  []string        `json:"warnings,omitempty"`
}

func answered(warnings ...string) cliAnswer {
	return cliAnswer{Success: true, Precision: corecli.Precision, Warnings: warnings[:min(len(warnings), index.MaxWarnings)]}
}

// cliRequest returns the digest of a tool's name and arguments.
func cliRequest(parts ...any) paging.Digest {
	return paging.DigestOf(append([]any{"cli"}, parts...)...)
}

// cliPage returns a page of a listing of the program, which runs again for each page.
// A cursor can be used as long as the program lists the same, and state is the same.
func cliPage[T any](all []T, cursor string, limit int, request paging.Digest, state ...any) ([]T, string, error) {
	return page(all, paging.Key{Request: request, State: paging.DigestOf(all, state)}, cursor, limit)
}
