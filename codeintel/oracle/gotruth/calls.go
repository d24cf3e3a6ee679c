package gotruth

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"golang.org/x/tools/go/packages"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

func (o *Oracle) collectCalls() (*calls, error) {
	c := &calls{
		direct: map[place]map[site]bool{}, through: map[string][]interfaceCall{},
		carriers: map[place][]*types.Named{}, values: map[site]bool{}, holdsFunction: map[place]bool{},
		types: map[string][]*types.Named{}, texts: map[string][]string{},
	}
	for _, p := range o.packages {
		v := visitor{oracle: o, calls: c, pkg: p}
		v.scope()
	}
	for _, p := range o.packages {
		v := visitor{oracle: o, calls: c, pkg: p}
		for _, file := range p.Syntax {
			if _, inside := o.relative(p.Fset.Position(file.FileStart).Filename); inside {
				ast.Inspect(file, v.node)
			}
		}
		if v.err != nil {
			return nil, v.err
		}
	}
	return c, nil
}

// of returns the sites of a declaration: the calls that name it, and the calls of an
// interface's method where a type with the declared method implements the interface.
func (c *calls) of(target place) []truth.Site {
	found := map[site]truth.Site{}
	for _, call := range c.through[target.name] {
		if !c.carried(target, call.receiver) {
			continue
		}
		known := truth.Site{Rule: truth.Possible, Form: "call"}
		if call.outside {
			known.Rule = truth.Outside
		}
		if _, isInterface := call.receiver[0].(*types.Interface); isInterface {
			known.Form = "call through an interface without a name"
		}
		found[call.at] = known
	}
	for at := range c.direct[target] {
		found[at] = truth.Site{Rule: truth.Direct, Form: "call"}
	}
	return inOrder(found)
}

// inOrder returns the sites ordered by place.
func inOrder(found map[site]truth.Site) []truth.Site {
	sites := make([]truth.Site, 0, len(found))
	for at, s := range found {
		s.File, s.Line, s.Column = at.file, at.line, at.column
		sites = append(sites, s)
	}
	slices.SortFunc(sites, func(a, b truth.Site) int {
		return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column)
	})
	return sites
}

// visitor collects the calls of one package.
type visitor struct {
	oracle *Oracle
	calls  *calls
	pkg    *packages.Package
	err    error
}

// scope records the methods of the package's types, and its variables of function type.
func (v *visitor) scope() {
	scope := v.pkg.Types.Scope()
	for _, name := range scope.Names() {
		switch object := scope.Lookup(name).(type) {
		case *types.Var:
			if _, ok := object.Type().Underlying().(*types.Signature); ok {
				if p, ok := v.place(object); ok {
					v.calls.holdsFunction[p] = true
				}
			}
		case *types.TypeName:
			named, ok := object.Type().(*types.Named)
			if !ok {
				continue
			}
			key := typeKey(object)
			v.calls.types[key] = append(v.calls.types[key], named)
			if isInterface(named) {
				continue
			}
			methods := types.NewMethodSet(types.NewPointer(named))
			for i := range methods.Len() {
				if p, ok := v.place(methods.At(i).Obj()); ok {
					v.calls.carriers[p] = append(v.calls.carriers[p], named)
				}
			}
		}
	}
}

func (v *visitor) node(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return true
	}
	name, receiver := v.callee(call.Fun)
	if name == nil {
		return true
	}
	at := v.site(name)
	switch object := v.pkg.TypesInfo.Uses[name].(type) {
	case *types.Func:
		v.direct(object.Origin(), at)
		if receiver == nil {
			break
		}
		if isInterface(receiver) {
			_, inside := v.place(object.Origin())
			call := interfaceCall{at, v.calls.variants(receiver), !inside}
			v.calls.through[object.Name()] = append(v.calls.through[object.Name()], call)
		}
	case *types.Var:
		v.direct(object.Origin(), at)
		v.calls.values[at] = true
	}
	return true
}

// callee returns the name that is called, and for a method the type of the receiver.
func (v *visitor) callee(e ast.Expr) (*ast.Ident, types.Type) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return v.callee(e.X)
	case *ast.IndexExpr:
		return v.instantiated(e.X)
	case *ast.IndexListExpr:
		return v.instantiated(e.X)
	case *ast.Ident:
		return e, nil
	case *ast.SelectorExpr:
		if selection := v.pkg.TypesInfo.Selections[e]; selection != nil {
			return e.Sel, selection.Recv()
		}
		return e.Sel, nil
	}
	return nil, nil
}

// instantiated returns the generic function of f[T]; nil if the expression indexes a value.
func (v *visitor) instantiated(e ast.Expr) (*ast.Ident, types.Type) {
	name, receiver := v.callee(e)
	if name == nil {
		return nil, nil
	}
	if _, ok := v.pkg.TypesInfo.Uses[name].(*types.Func); !ok {
		return nil, nil
	}
	return name, receiver
}

func (v *visitor) direct(object types.Object, at site) {
	p, ok := v.place(object)
	if !ok {
		return
	}
	if v.calls.direct[p] == nil {
		v.calls.direct[p] = map[site]bool{}
	}
	v.calls.direct[p][at] = true
}

// place returns the declaration of an object; false if it is outside the module.
func (v *visitor) place(object types.Object) (place, bool) {
	position := v.pkg.Fset.Position(object.Pos())
	file, inside := v.oracle.relative(position.Filename)
	return place{file, position.Line, object.Name()}, inside && object.Pos() != token.NoPos
}

// site returns the start of a node, with the column in UTF-16 units.
func (v *visitor) site(n ast.Node) site {
	position := v.pkg.Fset.Position(n.Pos())
	file, _ := v.oracle.relative(position.Filename)
	line, err := v.calls.line(v.oracle.root, file, position.Line)
	if err != nil {
		v.err = err
		return site{}
	}
	before := line[:min(position.Column-1, len(line))]
	return site{file, position.Line, len(utf16.Encode([]rune(before))) + 1}
}

func (c *calls) line(root, file string, number int) (string, error) {
	lines, ok := c.texts[file]
	if !ok {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return "", err
		}
		lines = strings.Split(string(text), "\n")
		c.texts[file] = lines
	}
	if number > len(lines) {
		return "", fmt.Errorf("%s has no line %d", file, number)
	}
	return lines[number-1], nil
}
