package gotruth

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestVariants: every file that can be built is in a listed build, and every listed build is needed.
func TestVariants(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for _, f := range []struct{ name, text string }{
		{"plain.go", "package p"},
		{"tagged.go", "//go:build extra && !other\n\npackage p"},
		{"same.go", "//go:build extra\n\npackage p"},
		{"never.go", "//go:build extra && !extra\n\npackage p"},
		{"system_plan9.go", "package p"},
	} {
		path := filepath.Join(dir, f.name)
		if err := os.WriteFile(path, []byte(f.text), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	want := []variant{{goos: runtime.GOOS}, {goos: runtime.GOOS, tags: []string{"extra"}}, {goos: "plan9"}}
	if diff := cmp.Diff(want, variants(paths), cmp.AllowUnexported(variant{})); diff != "" {
		t.Errorf("variants (-want +got):\n%s", diff)
	}
}

func TestImplements(t *testing.T) {
	const text = `package p
type Getter[T any] interface { Get() T }
type Plain interface { Get() int }
type Box[T any] struct{ v T }
func (b *Box[T]) Get() T { return b.v }
type Pair[K, V any] struct{ k K; v V }
func (p Pair[K, V]) Get() V { return p.v }
type Number struct{}
func (Number) Get() int { return 0 }
var a Getter[int]
var b Getter[string]
var c Plain
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	named := func(name string) *types.Named { return pkg.Scope().Lookup(name).Type().(*types.Named) }
	for _, test := range []struct {
		of, variable string
		want         bool
	}{
		{"Number", "a", true},
		{"Number", "b", false},
		{"Number", "c", true},
		{"Box", "a", true},
		{"Box", "b", true},
		{"Pair", "b", true},
		{"Box", "c", false}, // Plain has no type arguments for the parameter of Box
	} {
		if got := implements(named(test.of), pkg.Scope().Lookup(test.variable).Type()); got != test.want {
			t.Errorf("%s implements the type of %s: %t, want %t", test.of, test.variable, got, test.want)
		}
	}
}
