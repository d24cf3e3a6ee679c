package tools

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

//go:embed schema/scan.input.json
var scanInput []byte

//go:embed schema/scan.output.json
var scanOutput []byte

// Scan defines coderef_scan.
func Scan() Definition {
	return Definition{
		Name: "coderef_scan",
		Description: "Lists the declarations of a project. Use it to get the ids of elements or to see what a " +
			"project contains. It returns functions, classes, methods, properties, interfaces, types, enums, " +
			"constants, variables, namespaces, React components and hooks, each with file, lines, a stable id, " +
			"docstring, parameters, result type, async, decorators and whether other files can import it. Members " +
			"and declarations in function bodies are included; \"parent\" is the enclosing element. Languages: " +
			"TypeScript, JavaScript, Go, Python, Rust, Java, C, C++, C#. use_ast=false is faster: it lists " +
			"top-level declarations only, without docstrings and parameters (\"mode\": \"outline\"). It reads " +
			"every source file below project_path except dependencies, hidden and ignored folders (.gitignore, " +
			".coderefignore) and compiler output; files_skipped lists other files that were not read, with the " +
			"reason. It does not report who uses an element (see coderef_query) and does not list local " +
			"variables. Declarations near a syntax error may be missing; \"warnings\" names the files with syntax " +
			"errors.",
		CLIDescription: "Lists the elements that an installed coderef CLI finds in a project: functions, classes, " +
			"components, hooks and others, with file, line and an id. Use it to get the ids of elements. use_ast " +
			"selects the more exact mode of the CLI; \"mode\" is cli in both cases. The CLI does not report where " +
			"elements end, and often not whether they are exported: such properties are absent. It does not report " +
			"which files it read.",
		Input: scanInput, Output: identified(scanOutput), Annotations: readOnly("Scan a project for code elements"),
	}
}

// ScanRequest is the request of coderef_scan.
type ScanRequest struct {
	Root         string
	Languages    []string // the supported ones, in the given order
	AllLanguages bool     // none were given: Languages has all supported ones
	Unsupported  []string // languages
	AST          bool
	Limit        int
	Cursor       string
}

// ReadScan reads the arguments of coderef_scan.
func ReadScan(args arguments.Values) (r ScanRequest, err error) {
	if r.Root, err = args.ProjectRoot(); err != nil {
		return r, err
	}
	languages := index.MainWords()
	if err = args.Value("languages", "an array of strings", &languages); err != nil {
		return r, err
	}
	r.AllLanguages = !args.Has("languages")
	r.AST = true
	if err = args.Flag("use_ast", &r.AST); err != nil {
		return r, err
	}
	if r.Limit, err = args.Integer("limit", paging.DefaultLimit, 1, paging.MaxLimit); err != nil {
		return r, err
	}
	if r.Cursor, err = args.Text("cursor"); err != nil {
		return r, err
	}
	r.Languages, r.Unsupported = splitLanguages(languages)
	if len(languages) == 0 {
		return r, toolerror.Invalid(supportedHint(), "languages is empty")
	}
	if len(r.Languages) == 0 {
		return r, toolerror.Invalid(supportedHint(), "none of the requested languages is supported: %s",
			strings.Join(r.Unsupported, ", "))
	}
	return r, nil
}

// Extensions returns the file extensions of the requested languages.
func (r *ScanRequest) Extensions() []string { return extensionsOf(r.Languages) }

func extensionsOf(languages []string) []string {
	var extensions []string
	words := index.Words()
	for _, language := range languages {
		extensions = append(extensions, words[language]...)
	}
	return extensions
}

func supportedHint() string {
	return "supported languages are " + strings.Join(index.MainWords(), ", ")
}

// splitLanguages divides language words into supported and unsupported ones. It ignores
// case and a leading dot.
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
