package mcpserver

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/cli"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/native"
)

// TestEveryToolHasCompleteRow checks that every tool has a complete row, and that each schema,
// each method of the engines and each folder of golden tests belongs to a row. Calls of a row
// with a nil handler would fail with INTERNAL.
func TestEveryToolHasCompleteRow(t *testing.T) {
	var names, handlers []string
	for _, row := range table() {
		d := row.definition
		name := strings.TrimPrefix(d.Name, "coderef_")
		names = append(names, name)
		if row.native == nil || row.cli == nil {
			t.Errorf("%s: got native %v, cli %v, want two handlers", d.Name, row.native != nil, row.cli != nil)
		}
		if d.Description == "" || d.CLIDescription == "" || d.Annotations.Title == "" || d.Input == nil || d.Output == nil {
			t.Errorf("%s: got %+v, want no empty field", d.Name, d)
		}
		handlers = append(handlers, strings.ToUpper(name[:1])+name[1:])
	}
	slices.Sort(names)
	slices.Sort(handlers)
	for pattern, suffix := range map[string]string{
		"tools/schema/*.input.json":  ".input.json",
		"tools/schema/*.output.json": ".output.json",
		"../testdata/tools/*":        "",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for i := range found {
			found[i] = strings.TrimSuffix(filepath.Base(found[i]), suffix)
		}
		if diff := cmp.Diff(names, found); diff != "" {
			t.Errorf("%s (-rows +files):\n%s", pattern, diff)
		}
	}
	row := reflect.TypeFor[row]()
	for engine, field := range map[reflect.Type]string{
		reflect.TypeFor[*native.Tools](): "native",
		reflect.TypeFor[*cli.Tools]():    "cli",
	} {
		handler, _ := row.FieldByName(field)
		var methods []string
		for i := range engine.NumMethod() {
			if m := engine.Method(i); m.Type == handler.Type {
				methods = append(methods, m.Name)
			}
		}
		if diff := cmp.Diff(handlers, methods); diff != "" {
			t.Errorf("methods of the engine %s (-rows +methods):\n%s", field, diff)
		}
	}
}

// TestInstructionsNameTools checks that the instructions of the native engine, and the help
// text of the program, name every tool.
func TestInstructionsNameTools(t *testing.T) {
	help, err := os.ReadFile("../cmd/coderef-mcp/run.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table() {
		if !strings.Contains(instructions, row.definition.Name) {
			t.Errorf("instructions.md: got no %s, want every tool", row.definition.Name)
		}
		if !strings.Contains(string(help), row.definition.Name) {
			t.Errorf("cmd/coderef-mcp/run.go: got no %s, want every tool", row.definition.Name)
		}
	}
}
