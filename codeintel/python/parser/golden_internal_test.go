package parser

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

// TestParseMatchesGoldenTrees parses the files of each archive in testdata/golden. The comment
// of an archive describes its subject. Each file is followed by its expected tree: a line for
// each statement, then the comments and the syntax error.
func TestParseMatchesGoldenTrees(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got no archives and error %v, want archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{}
			var files, all []txtar.File
			for _, f := range archive.Files {
				if tree, ok := strings.CutSuffix(f.Name, ".tree"); ok {
					want[tree] = string(f.Data)
				} else {
					files = append(files, f)
				}
			}
			for _, f := range files {
				got := dump(Parse(string(f.Data)))
				if diff := gocmp.Diff(want[f.Name], got); diff != "" && !*update {
					t.Errorf("tree of %s (-want +got):\n%s", f.Name, diff)
				}
				all = append(all, f, txtar.File{Name: f.Name + ".tree", Data: []byte(got)})
			}
			if *update {
				archive.Files = all
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// dump formats a tree.
func dump(m *syntax.Module, err *Error) string {
	d := &dumper{m: m}
	d.block(m.Body, "")
	for _, c := range m.Comments {
		fmt.Fprintf(&d.b, "comment %d own=%v %s\n", m.Line(c.From), c.Own, m.Text[c.From:c.To])
	}
	if err != nil {
		fmt.Fprintf(&d.b, "error %d: %s\n", err.Line, err.Message)
	}
	return d.b.String()
}

// dumper formats the tree of one file.
type dumper struct {
	m *syntax.Module
	b strings.Builder
}

func (d *dumper) block(list []syntax.Stmt, indent string) {
	for _, s := range list {
		line, end := d.m.Line(s.Pos()), d.m.EndLine(s)
		fmt.Fprintf(&d.b, "%s%d-%d ", indent, line, end)
		blocks := d.node(reflect.ValueOf(s).Elem())
		d.b.WriteByte('\n')
		d.blocks(blocks, indent+"  ")
	}
}

// labelled is a field that contains blocks, with the name of the field.
type labelled struct {
	label string
	v     reflect.Value
}

// blocks formats the blocks of a statement, indented.
func (d *dumper) blocks(list []labelled, indent string) {
	for _, l := range list {
		if body, ok := l.v.Interface().([]syntax.Stmt); ok {
			fmt.Fprintf(&d.b, "%s%s:\n", indent, l.label)
			d.block(body, indent+"  ")
			continue
		}
		for i := range l.v.Len() { // handlers and cases
			d.b.WriteString(indent)
			inner := d.node(l.v.Index(i).Elem())
			d.b.WriteByte('\n')
			d.blocks(inner, indent+"  ")
		}
	}
}

// node formats a node without its blocks, and returns the blocks.
func (d *dumper) node(v reflect.Value) (blocks []labelled) {
	d.b.WriteString(v.Type().Name())
	for i := 1; i < v.NumField(); i++ {
		f, name := v.Field(i), v.Type().Field(i).Name
		if f.IsZero() {
			continue
		}
		switch f.Interface().(type) {
		case []syntax.Stmt, []*syntax.ExceptHandler, []*syntax.MatchCase:
			if f.Len() > 0 {
				blocks = append(blocks, labelled{name, f})
			}
			continue
		}
		fmt.Fprintf(&d.b, " %s=", name)
		d.value(f)
	}
	return blocks
}

func (d *dumper) value(v reflect.Value) {
	switch x := v.Interface().(type) {
	case syntax.Ident:
		d.b.WriteString(x.Name)
	case *syntax.Name:
		d.b.WriteString("`" + x.ID + "`")
	case *syntax.Constant:
		d.b.WriteString(d.m.Source(x))
		if s, ok := d.m.StringValue(x); ok {
			fmt.Fprintf(&d.b, "=%q", s)
		}
	case byte:
		fmt.Fprintf(&d.b, "%c", x)
	case syntax.Op:
		d.b.WriteString(opTexts[x])
	default:
		switch v.Kind() {
		case reflect.Interface:
			if v.IsNil() {
				d.b.WriteString("-")
			} else {
				d.value(v.Elem())
			}
		case reflect.Pointer:
			d.b.WriteByte('(')
			d.node(v.Elem())
			d.b.WriteByte(')')
		case reflect.Slice:
			d.b.WriteByte('[')
			for i := range v.Len() {
				if i > 0 {
					d.b.WriteByte(' ')
				}
				d.value(v.Index(i))
			}
			d.b.WriteByte(']')
		default:
			fmt.Fprint(&d.b, x)
		}
	}
}

var opTexts = [...]string{
	syntax.NoOp: "", syntax.Add: "+", syntax.Sub: "-", syntax.Mult: "*", syntax.MatMult: "@", syntax.Div: "/",
	syntax.Mod: "%", syntax.Pow: "**", syntax.LShift: "<<", syntax.RShift: ">>",
	syntax.BitOr: "|", syntax.BitXor: "^", syntax.BitAnd: "&", syntax.FloorDiv: "//", syntax.Invert: "~",
	syntax.Not: "not", syntax.UAdd: "+", syntax.USub: "-", syntax.And: "and", syntax.Or: "or",
	syntax.Eq: "==", syntax.NotEq: "!=", syntax.Lt: "<", syntax.LtE: "<=", syntax.Gt: ">", syntax.GtE: ">=",
	syntax.Is: "is", syntax.IsNot: "is not", syntax.In: "in", syntax.NotIn: "not in",
}
