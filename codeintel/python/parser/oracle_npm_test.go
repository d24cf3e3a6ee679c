//go:build npm

package parser

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// astFacts is the output of testdata/ast_facts.py for a file.
type astFacts struct {
	Path    string
	Defs    [][]any
	Calls   [][]any
	Names   [][]any
	Stmts   [][]any
	Strings [][]any
	Hidden  []string
}

// TestTreesMatchCPython compares the trees of all Python files below the folders in
// CODEREF_PYTHON_PATH, by default the standard library, with those of CPython.
func TestTreesMatchCPython(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	roots := filepath.SplitList(os.Getenv("CODEREF_PYTHON_PATH"))
	if len(roots) == 0 {
		roots, _ = filepath.Glob("/usr/lib/python3*")
	}
	files := pythonFiles(t, roots)
	if len(files) == 0 {
		t.Skip("no Python files")
	}
	cmd := exec.Command("python3", "testdata/ast_facts.py")
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n") + "\n")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var same, rejected, defs, calls, names, stmts, strs, lines int
	r := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if len(line) == 0 || err != nil {
			break
		}
		var want astFacts
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(want.Path)
		if err != nil {
			t.Fatal(err)
		}
		m, syntaxErr := Parse(string(text))
		lines += len(m.Lines)
		if want.Defs == nil {
			rejected++
			if syntaxErr == nil {
				t.Logf("%s: got no syntax error, but CPython rejects the file", want.Path)
			}
			continue
		}
		if syntaxErr != nil {
			t.Errorf("%s:%d: got syntax error %q, want none", want.Path, syntaxErr.Line, syntaxErr.Message)
			continue
		}
		if compareFacts(t, want, factsOf(m)) {
			same++
		}
		defs, calls, names = defs+len(want.Defs), calls+len(want.Calls), names+len(want.Names)
		stmts, strs = stmts+len(want.Stmts), strs+len(want.Strings)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d lines: %d equal, %d rejected by CPython; "+
		"%d functions and classes, %d calls, %d names, %d statements, %d strings",
		len(files), lines, same, rejected, defs, calls, names, stmts, strs)
}

func compareFacts(t *testing.T, want, got astFacts) bool {
	w, g := reflect.ValueOf(want), reflect.ValueOf(got)
	same := true
	for i := 1; i < w.NumField(); i++ {
		missing := texts(w.Field(i))
		extra := map[string]int{}
		for k, n := range texts(g.Field(i)) {
			if missing[k] -= n; missing[k] < 0 {
				extra[k] = -missing[k]
			}
			if missing[k] <= 0 {
				delete(missing, k)
			}
		}
		if len(missing)+len(extra) > 0 {
			same = false
			t.Errorf("%s: %s: got %s that CPython does not have, want %s that it has", want.Path,
				w.Type().Field(i).Name, first(extra), first(missing))
		}
	}
	return same
}

func texts(v reflect.Value) map[string]int {
	m := map[string]int{}
	for i := range v.Len() {
		m[fmt.Sprint(v.Index(i).Interface())]++
	}
	return m
}

func first(m map[string]int) string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return fmt.Sprintf("%d (%.300s)", len(keys), strings.Join(keys[:min(3, len(keys))], " | "))
}

// factsOf computes the same facts as ast_facts.py.
func factsOf(m *syntax.Module) (f astFacts) {
	m.Inspect(func(n syntax.Node) bool { return f.add(m, n) })
	slices.Sort(f.Hidden)
	return f
}

func place(m *syntax.Module, n syntax.Node) []any {
	line, end := m.Line(n.Pos()), m.EndLine(n)
	return []any{line, int(n.Pos() - m.Lines[line-1]), end, int(n.End() - m.Lines[end-1])}
}

// hasUndecodedEscape reports whether a node is on a line with an escape that this parser does
// not decode: \N{…} or a surrogate.
func hasUndecodedEscape(m *syntax.Module, n syntax.Node) bool {
	end := len(m.Text)
	if line := m.EndLine(n); line < len(m.Lines) {
		end = int(m.Lines[line])
	}
	text := m.Text[m.Lines[m.Line(n.Pos())-1]:end]
	return strings.Contains(text, `\N{`) || strings.Contains(text, `\ud`) || strings.Contains(text, `\uD`)
}

func nameOf(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Name:
		return e.ID
	case *syntax.Attribute:
		return e.Attr.Name
	}
	return ""
}

func (f *astFacts) add(m *syntax.Module, n syntax.Node) bool {
	if s, ok := n.(syntax.Stmt); ok {
		kind := strings.TrimPrefix(fmt.Sprintf("%T", s), "*syntax.")
		v := reflect.ValueOf(s).Elem()
		if a := v.FieldByName("Async"); a.IsValid() && a.Bool() {
			kind = "Async" + kind
		}
		if t, ok := s.(*syntax.Try); ok && t.Star {
			kind = "TryStar"
		}
		if kind == "ExprStmt" {
			kind = "Expr"
		}
		p := place(m, n)
		f.Stmts = append(f.Stmts, append([]any{kind}, p...))
		if name := v.FieldByName("Name"); name.IsValid() && kind != "TypeAlias" {
			f.Defs = append(f.Defs, []any{kind, name.FieldByName("Name").String(), p[0], p[1], p[2]})
		}
	}
	switch n := n.(type) {
	case *syntax.ImportFrom:
		f.aliases(m, n.Module.Name, n.Names)
	case *syntax.Import:
		f.aliases(m, "", n.Names)
	case *syntax.Call:
		f.Calls = append(f.Calls, append(place(m, n), nameOf(n.Func)))
	case *syntax.Name, *syntax.Attribute:
		f.Names = append(f.Names, append(place(m, n), nameOf(n.(syntax.Expr))))
	case *syntax.Constant:
		if v, ok := m.StringValue(n); ok && !hasUndecodedEscape(m, n) {
			f.Strings = append(f.Strings, append(place(m, n), v))
		}
	case *syntax.JoinedStr:
		for _, field := range n.Fields {
			syntax.Inspect(field, f.hide)
		}
		return false
	}
	return true
}

func (f *astFacts) hide(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Call:
		f.Hidden = append(f.Hidden, "Call "+nameOf(n.Func))
	case *syntax.Name:
		f.Hidden = append(f.Hidden, "Name "+n.ID)
	case *syntax.Attribute:
		f.Hidden = append(f.Hidden, "Attribute "+n.Attr.Name)
	}
	return true
}

func (f *astFacts) aliases(m *syntax.Module, module string, list []*syntax.Alias) {
	for _, a := range list {
		f.Names = append(f.Names, append(place(m, a), module+":"+a.Name.Name+" as "+a.AsName.Name))
	}
}
