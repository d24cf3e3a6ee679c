package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
)

//go:embed schema/scan.input.json
var scanInput []byte

//go:embed schema/scan.output.json
var scanOutput []byte

// maxSkippedListed bounds files_skipped; files_skipped_total has them all.
const maxSkippedListed = 100

func scanTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "coderef_scan",
		Description: "Lists the declarations of a project: functions, classes, methods, properties, interfaces, types, enums, constants, " +
			"variables, namespaces, React components and hooks, members and what is declared in bodies of functions too (\"parent\"), with " +
			"file, lines, a stable id, docstring, parameters, result type, async, decorators and whether other files can import it. " +
			"Languages: TypeScript, JavaScript, Go, Python, Rust, Java, C, C++, C#. use_ast=false is a faster outline: the top level only, " +
			"without docstrings and parameters (\"mode\" says which). It reads every source file below project_path except dependencies, hidden " +
			"and ignored folders (.gitignore, .coderefignore) and compiler output; files_skipped tells what else was left out and why. It does " +
			"not tell who uses what (see coderef_query), and lists no local variables. \"warnings\" names files with syntax errors.",
		InputSchema:  json.RawMessage(scanInput),
		OutputSchema: json.RawMessage(scanOutput),
		Annotations:  readOnly("Scan a project for code elements"),
	}
}

type scanAnswer struct {
	Success              bool            `json:"success"`
	ElementsFound        int             `json:"elements_found"`
	Elements             []index.Listed  `json:"elements"`
	NextCursor           string          `json:"next_cursor,omitempty"`
	Mode                 string          `json:"mode"`
	Precision            string          `json:"precision"`
	FilesScanned         int             `json:"files_scanned"`
	FilesSkipped         []index.Skipped `json:"files_skipped"`
	FilesSkippedTotal    int             `json:"files_skipped_total"`
	Languages            []string        `json:"languages"`
	UnsupportedLanguages []string        `json:"unsupported_languages,omitempty"`
	Warnings             []string        `json:"warnings,omitempty"`
}

type scanArguments struct {
	root        string
	languages   []string // supported ones, in the order given
	all         bool     // none were given: these are all there are
	unsupported []string
	ast         bool
	limit       int
	cursor      string
}

func readScanArguments(args arguments) (a scanArguments, err error) {
	if a.root, err = args.projectRoot(); err != nil {
		return a, err
	}
	languages := index.MainWords()
	if err = args.value("languages", "an array of strings", &languages); err != nil {
		return a, err
	}
	a.all = len(args["languages"]) == 0 || string(args["languages"]) == "null"
	a.ast = true
	if err = args.value("use_ast", "a boolean", &a.ast); err != nil {
		return a, err
	}
	if a.limit, err = args.integer("limit", defaultLimit, 1, maxLimit); err != nil {
		return a, err
	}
	if a.cursor, err = args.text("cursor"); err != nil {
		return a, err
	}
	a.languages, a.unsupported = splitLanguages(languages)
	hint := "supported are " + strings.Join(index.MainWords(), ", ")
	if len(languages) == 0 {
		return a, invalidInput(hint, "languages is empty")
	}
	if len(a.languages) == 0 {
		return a, invalidInput(hint, "none of the languages asked for is supported: %s", strings.Join(a.unsupported, ", "))
	}
	return a, nil
}

// splitLanguages sorts language words into supported and unsupported ones.
// Case and a leading dot do not matter.
func splitLanguages(words []string) (supported, unsupported []string) {
	known := index.Words()
	for _, word := range words {
		name := strings.ToLower(strings.TrimPrefix(strings.TrimSpace(word), "."))
		list := &unsupported
		if _, ok := known[name]; ok {
			list = &supported
		}
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	return supported, unsupported
}

func (t *tools) scan(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readScanArguments(args)
	if err != nil {
		return nil, err
	}
	found, err := t.list(ctx, a, progress)
	if err != nil {
		return nil, err
	}
	sorted := slices.Sorted(slices.Values(a.languages))
	key := paging.Key{
		Request: paging.DigestOf("coderef_scan", a.root, sorted, a.ast),
		State:   paging.DigestOf(found.Digest),
	}
	elements, next, err := page(found.Elements, key, a.cursor, a.limit)
	if err != nil {
		return nil, err
	}
	mode := "ast"
	if !a.ast {
		mode = "outline"
	}
	return scanAnswer{
		Success: true, ElementsFound: len(found.Elements), Elements: elements, NextCursor: next,
		Mode: mode, Precision: "syntactic", FilesScanned: len(found.Files),
		FilesSkipped: found.Skipped[:min(len(found.Skipped), maxSkippedListed)], FilesSkippedTotal: len(found.Skipped),
		Languages: a.languagesOf(found), UnsupportedLanguages: a.unsupported, Warnings: found.Warnings,
	}, nil
}

// languagesOf returns the languages that were asked for, or those that were
// found where none were given.
func (a *scanArguments) languagesOf(found *index.ScanResult) []string {
	if !a.all {
		return a.languages
	}
	seen := map[string]bool{}
	for _, f := range found.Files {
		seen[index.WordOf(f)] = true
	}
	return slices.DeleteFunc(a.languages, func(word string) bool { return !seen[word] })
}

// extensions returns those of the files that are asked for.
func (a *scanArguments) extensions() []string {
	var extensions []string
	for _, language := range a.languages {
		extensions = append(extensions, index.Words()[language]...)
	}
	return extensions
}

// list scans the project for what is asked for, whatever the page.
func (t *tools) list(ctx context.Context, a scanArguments, progress index.Progress) (*index.ScanResult, error) {
	return t.project(a.root).Scan(ctx, index.ScanOptions{Extensions: a.extensions(), TopLevelOnly: !a.ast, Progress: progress})
}
