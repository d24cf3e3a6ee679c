package toolerror

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCodesMatchConstantsAndDocument compares the table of codes with the constants of this package and of
// corecli, and with docs/coderef-mcp.md.
func TestCodesMatchConstantsAndDocument(t *testing.T) {
	var want []string
	want = append(want, codeConstants(t, ".")...)
	want = append(want, codeConstants(t, "../../corecli")...)
	slices.Sort(want)
	var got, rows []string
	for _, c := range Codes() {
		got = append(got, string(c.Code))
		rows = append(rows, fmt.Sprintf("| `%s` | %s | %s |", c.Code, c.ReturnedBy, c.Meaning))
		if !strings.HasSuffix(c.Meaning, ".") || strings.Contains(c.Meaning, "\n") {
			t.Errorf("%s: got meaning %q, want one line with a full stop", c.Code, c.Meaning)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(slices.Compact(want), got); diff != "" {
		t.Errorf("codes (-constants +table):\n%s", diff)
	}
	doc, err := os.ReadFile("../../../docs/coderef-mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for line := range strings.Lines(string(doc)) {
		if strings.HasPrefix(line, "| `") && strings.ToUpper(line[3:5]) == line[3:5] && line[3] != '-' {
			documented = append(documented, strings.TrimSpace(line))
		}
	}
	if diff := cmp.Diff(rows, documented); diff != "" {
		t.Errorf("docs/coderef-mcp.md (-table +document):\n%s", diff)
	}
}

// TestErrorsHaveKnownCodes checks that the source of mcpserver gives every tool error a
// constant as its code, or the code of an error of corecli.
func TestErrorsHaveKnownCodes(t *testing.T) {
	known := map[string]bool{"toolerror.Code(failed.Code)": true}
	eachCode(parseFolder(t, "."), func(name *ast.Ident, _ string) {
		known[name.Name], known["toolerror."+name.Name] = true, true
	})
	folders, err := filepath.Glob("../*")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, folder := range append(folders, "..") {
		for _, file := range parseFolder(t, folder) {
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.CompositeLit)
				if !ok || !isToolError(file, literal.Type) {
					return true
				}
				found++
				code := "no code"
				for _, e := range literal.Elts {
					if pair, ok := e.(*ast.KeyValueExpr); ok && pair.Key.(*ast.Ident).Name == "Code" {
						code = exprText(pair.Value)
					}
				}
				if !known[code] {
					t.Errorf("%s: a tool error has %s, want a constant of type Code", folder, code)
				}
				return true
			})
		}
	}
	if found < 20 {
		t.Errorf("found %d tool errors in the source, want at least 20", found)
	}
}

func isToolError(file *ast.File, typ ast.Expr) bool {
	name := "toolerror.Error"
	if file.Name.Name == "toolerror" {
		name = "Error"
	}
	return typ != nil && exprText(typ) == name
}

// exprText returns the text of an identifier, a selector or a call of those.
func exprText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return exprText(e.X) + "." + e.Sel.Name
	case *ast.CallExpr:
		var args []string
		for _, a := range e.Args {
			args = append(args, exprText(a))
		}
		return exprText(e.Fun) + "(" + strings.Join(args, ", ") + ")"
	}
	return fmt.Sprintf("a %T", e)
}

// codeConstants returns the values of the constants of type Code, one for each constant.
func codeConstants(t *testing.T, folder string) (values []string) {
	t.Helper()
	eachCode(parseFolder(t, folder), func(_ *ast.Ident, value string) { values = append(values, value) })
	if len(values) < 5 {
		t.Fatalf("found %d constants of type Code in %s, want at least 5", len(values), folder)
	}
	return values
}

// eachCode calls found for each string constant that is declared with type Code.
func eachCode(files []*ast.File, found func(name *ast.Ident, value string)) {
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if name, ok := spec.Type.(*ast.Ident); !ok || name.Name != "Code" || len(spec.Values) != 1 {
				return true
			}
			if text, ok := spec.Values[0].(*ast.BasicLit); ok {
				value, _ := strconv.Unquote(text.Value)
				found(spec.Names[0], value)
			}
			return true
		})
	}
}

// parseFolder parses the Go files of a folder, without its tests.
func parseFolder(t *testing.T, folder string) (files []*ast.File) {
	t.Helper()
	names, err := fs.Glob(os.DirFS(folder), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), folder+"/"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}
