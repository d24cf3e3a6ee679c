package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// file is what is known of one version of a project's file from its parse alone.
// It is immutable but for its skeleton.
type file struct {
	path, dir string
	digest    facts.Digest
	broken    bool // the parser failed: nothing is known but the name
	lines     int
	decls     []facts.Decl
	warning   string

	name      string // of the package clause
	test      bool   // _test.go
	condition condition
	platform  platform // a build it is part of: the host's if it can be
	alone     bool     // it is part of none
	imports   []string // paths, distinct
	shape     shape

	methods    []methodDecl // of types
	interfaces []interfaceDecl
	derived    []derivation
	types      []string // names of all types

	skeleton *tree // without bodies; nil until needed
}

// methodDecl is a method that a type of the package declares.
type methodDecl struct {
	receiver, name string
	decl           int
}

// interfaceDecl is a named interface with the methods it declares itself.
type interfaceDecl struct {
	name    string
	decl    int
	methods []methodDecl
}

// derivation says that a type has methods of others, known by the last parts of
// their names: by embedding them, or by being another name of them.
type derivation struct {
	name      string
	of        []string
	qualified bool // some of them are other packages'
}

// newFile takes what is known of a file out of its tree.
func newFile(path, text string, digest facts.Digest, t *tree, host platform, names map[string]facts.Role) *file {
	dir, base := split(path)
	f := &file{
		path: path, dir: dir, digest: digest, lines: lineCount(text), decls: t.decls, warning: t.warning,
		name: t.file.Name.Name, test: strings.HasSuffix(base, "_test.go"), condition: conditionOf(base, text),
	}
	for _, spec := range t.file.Imports {
		imported := importPath(spec)
		if imported == "C" {
			f.condition.cgo = true
		}
		if imported != "" && !slices.Contains(f.imports, imported) {
			f.imports = append(f.imports, imported)
		}
	}
	f.platform = host
	if !f.condition.holds(host) {
		var ok bool
		f.platform, ok = f.condition.platformFor(host)
		f.alone = !ok
	}
	f.shape = shapeOf(t.file, &f.condition, names)
	f.collect(t)
	return f
}

// importPath returns the path of an import, "" for a malformed one.
func importPath(spec *ast.ImportSpec) string {
	if spec.Path == nil {
		return ""
	}
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return path
}

func lineCount(text string) int {
	n := strings.Count(text, "\n")
	if text == "" || !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// collect lists what decides about who implements what.
func (f *file) collect(t *tree) {
	for _, d := range t.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if i, ok := t.funcs[d]; ok && d.Recv != nil {
				if receiver := receiverType(d); receiver != nil {
					f.methods = append(f.methods, methodDecl{receiver.Name, d.Name.Name, i})
				}
			}
		case *ast.GenDecl:
			if d.Tok != token.TYPE {
				continue
			}
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok {
					f.collectType(t, s)
				}
			}
		}
	}
}

func (f *file) collectType(t *tree, s *ast.TypeSpec) {
	f.types = append(f.types, s.Name.Name)
	switch x := s.Type.(type) {
	case *ast.InterfaceType:
		decl, ok := t.at[s.Name.Pos()]
		if !ok {
			return // a blank one
		}
		i := interfaceDecl{name: s.Name.Name, decl: decl}
		for _, field := range x.Methods.List {
			for _, name := range field.Names {
				if decl, ok := t.at[name.Pos()]; ok {
					i.methods = append(i.methods, methodDecl{s.Name.Name, name.Name, decl})
				}
			}
		}
		f.interfaces = append(f.interfaces, i)
		f.derive(s.Name.Name, x.Methods)
	case *ast.StructType:
		f.derive(s.Name.Name, x.Fields)
	default:
		if name, qualified := typeName(x); name != "" {
			f.derived = append(f.derived, derivation{s.Name.Name, []string{name}, qualified})
		}
	}
}

// derive notes what a type embeds.
func (f *file) derive(name string, fields *ast.FieldList) {
	d := derivation{name: name}
	for _, field := range fields.List {
		if of, qualified := typeName(field.Type); len(field.Names) == 0 && of != "" {
			d.of, d.qualified = append(d.of, of), d.qualified || qualified
		}
	}
	if len(d.of) > 0 {
		f.derived = append(f.derived, d)
	}
}

// typeName returns the last part of a type's name, "" if it has none, and whether
// the rest of it names another package.
func typeName(t ast.Expr) (name string, qualified bool) {
	switch t := baseType(t).(type) {
	case *ast.Ident:
		return t.Name, false
	case *ast.SelectorExpr:
		return t.Sel.Name, true
	}
	return "", false
}
