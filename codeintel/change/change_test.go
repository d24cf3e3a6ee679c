package change_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/change"
)

// modified returns a change of one file.
func modified(path, old, now string) []change.File {
	return []change.File{{OldPath: path, NewPath: path, Old: &old, New: &now}}
}

// describe returns a line for each element: the kind, the names, the parts, and whether the change
// is compatible.
func describe(r *change.Result) []string {
	lines := []string{}
	for i := range r.Elements {
		e := &r.Elements[i]
		line := string(e.Kind) + " "
		if e.Old != nil && e.New != nil && e.Old.ID != e.New.ID {
			line += e.Old.ID + " > "
		}
		line += e.Current().ID
		if parts := e.Parts.Names(); len(parts) > 0 {
			line += " " + strings.Join(parts, "+")
		}
		if e.Compatible {
			line += " compatible"
		}
		lines = append(lines, line)
	}
	for _, file := range r.Imports {
		lines = append(lines, "imports "+file)
	}
	return lines
}

func TestCompare(t *testing.T) {
	const total = "export function total(a: number): number {\n  return a + 1\n}\n"
	gone, other := "export const rate = [1, 2, 3]\n", "export const tax = 19\n"
	empty := ""
	for name, row := range map[string]struct {
		files []change.File
		want  []string
	}{
		"equal": {modified("a.ts", total, total), []string{}},
		"moved within the file": {
			modified("a.ts", total+other, other+total), []string{},
		},
		"comment, blank line and indentation": {
			modified("a.ts", total, "// Sum.\n\n"+strings.ReplaceAll(total, "  return", "\treturn")), []string{},
		},
		"indentation in Python": {
			modified("a.py", "def f(a):\n    if a:\n        a()\n    b()\n", "def f(a):\n    if a:\n        a()\n        b()\n"),
			[]string{"modified @Fn/a.py#f body"},
		},
		"body": {
			modified("a.ts", total, strings.Replace(total, "+ 1", "+ 2", 1)),
			[]string{"modified @Fn/a.ts#total body"},
		},
		"optional parameter": {
			modified("a.ts", total, strings.Replace(total, "a: number)", "a: number, b?: number)", 1)),
			[]string{"modified @Fn/a.ts#total body+signature compatible"},
		},
		"required parameter": {
			modified("a.ts", total, strings.Replace(total, "a: number)", "a: number, b: number)", 1)),
			[]string{"modified @Fn/a.ts#total body+signature"},
		},
		"not exported any more": {
			modified("a.ts", total, strings.TrimPrefix(total, "export ")),
			[]string{"modified @Fn/a.ts#total body+export"},
		},
		"renamed": {
			modified("a.ts", total, strings.ReplaceAll(total, "total", "sum")),
			[]string{"renamed @Fn/a.ts#total > @Fn/a.ts#sum"},
		},
		"renamed and modified": {
			modified("a.ts", total, strings.NewReplacer("total", "sum", "+ 1", "+ 2").Replace(total)),
			[]string{"removed @Fn/a.ts#total", "added @Fn/a.ts#sum"},
		},
		"moved to another file": {
			[]change.File{
				{OldPath: "a.ts", NewPath: "a.ts", Old: ptr(total + other), New: &other},
				{OldPath: "b.ts", NewPath: "b.ts", Old: &gone, New: ptr(gone + total)},
			},
			[]string{"moved @Fn/a.ts#total > @Fn/b.ts#total"},
		},
		"removed and added files": {
			[]change.File{{OldPath: "a.ts", Old: &gone}, {NewPath: "b.ts", New: &other}},
			[]string{"removed @V/a.ts#rate", "added @V/b.ts#tax"},
		},
		"imports": {
			modified("a.ts", "import { x } from './x'\n"+other, "import { x } from './y'\n"+other), []string{"imports a.ts"},
		},
		"code outside elements": {
			modified("a.ts", other+"start(1)\n", other+"start(2)\n"), []string{"modified @File/a.ts body"},
		},
		"no supported language": {modified("a.txt", "a\n", "b\n"), []string{}},
		"emptied": {
			modified("a.ts", other, empty), []string{"removed @V/a.ts#tax"},
		},
	} {
		got, err := change.Compare(t.Context(), row.files)
		if err != nil {
			t.Errorf("%s: got error %v, want none", name, err)
			continue
		}
		if diff := cmp.Diff(row.want, describe(got)); diff != "" {
			t.Errorf("%s: elements (-want +got):\n%s", name, diff)
		}
	}
}

func ptr(s string) *string { return &s }

// The order of elements on the same line is the same in each run.
func TestCompareIsDeterministic(t *testing.T) {
	var old, now strings.Builder
	for i := range 8 {
		fmt.Fprintf(&old, "export const v%d = 1; ", i)
		fmt.Fprintf(&now, "export const v%d = 2; ", i)
	}
	var first []string
	for range 20 {
		got, err := change.Compare(t.Context(), modified("a.ts", old.String(), now.String()))
		if err != nil {
			t.Fatal(err)
		}
		lines := describe(got)
		if first == nil {
			first = lines
		}
		if diff := cmp.Diff(first, lines); diff != "" || len(lines) != 8 {
			t.Fatalf("got %d elements, want 8 in the same order; first run against this one (-want +got):\n%s", len(lines), diff)
		}
	}
}

func TestCompareStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := change.Compare(ctx, modified("a.ts", "a", "b")); !errors.Is(err, context.Canceled) {
		t.Errorf("with a cancelled context: got error %v, want %v", err, context.Canceled)
	}
}
