package python

import (
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// outline is what a file declares.
type outline struct {
	path    string
	module  *syntax.Module
	shallow bool
	decls   []facts.Decl
	// at maps to declarations what declares them: *syntax.FunctionDef, *syntax.ClassDef,
	// *syntax.Lambda, *syntax.TypeAlias, and the *syntax.Name that is assigned to. It is
	// nil where nobody asks.
	at map[syntax.Node]int

	exports exports
	enums   map[string]bool // classes of the file that are enumerations
}

// place is where statements stand.
type place struct {
	owner    int    // declaration they are in, or -1
	prefix   string // its name with a dot
	class    bool   // right in the body of a class
	enum     bool   // which is an enumeration
	function bool   // in the body of a function, however deep
	exported bool
	// names are those declared here, once however often they are assigned.
	names map[string]int
}

// outlineOf lists the declarations of a file in source order.
func outlineOf(path string, m *syntax.Module) *outline {
	o := &outline{path: path, module: m, at: map[syntax.Node]int{}}
	o.file()
	return o
}

// outliner lists the declarations of files, one after the other, in the same
// memory.
type outliner struct {
	parser.Reader
	decls []facts.Decl
}

// outline lists the declarations of a file in source order; a shallow outline those
// of the top level, without signatures. The list is the caller's.
func (l *outliner) outline(path string, m *syntax.Module, shallow bool) []facts.Decl {
	o := &outline{path: path, module: m, shallow: shallow, decls: l.decls[:0]}
	o.file()
	decls := append([]facts.Decl(nil), o.decls...)
	clear(o.decls)
	l.decls = o.decls
	return decls
}

func (o *outline) file() {
	o.exports = exportsOf(o.module)
	o.block(o.module.Body, &place{owner: -1, exported: true})
	o.identify()
}

// declares notes that a node declares something.
func (o *outline) declares(n syntax.Node, decl int) {
	if o.at != nil {
		o.at[n] = decl
	}
}

// declare notes that a name is declared here.
func (p *place) declare(name string, decl int) {
	if p.names == nil {
		p.names = map[string]int{}
	}
	p.names[name] = decl
}

// block lists what statements declare, those within if, try and the like too.
func (o *outline) block(list []syntax.Stmt, p *place) {
	functions := overloads{block: list}
	for i, s := range list {
		switch s := s.(type) {
		case *syntax.FunctionDef:
			if first, ok := o.mergedInto(s, &functions, p); ok {
				if first >= 0 {
					o.declares(s, first)
					o.body(s.Body, first, &place{owner: first, prefix: o.decls[first].Name + ".", function: true})
				}
				continue
			}
			o.function(s, p)
		case *syntax.ClassDef:
			o.class(s, p)
		case *syntax.Assign:
			for _, t := range s.Targets {
				o.targets(t, s.Value, nil, p, list[i+1:])
			}
		case *syntax.AnnAssign:
			o.targets(s.Target, s.Value, s.Annotation, p, list[i+1:])
		case *syntax.TypeAlias:
			o.declares(s, o.add(s.Name.Name, facts.TypeAlias, s, p))
		default:
			syntax.EachBlock(s, func(inner []syntax.Stmt) { o.block(inner, p) })
		}
	}
}

// body lists what the body of a function declares.
func (o *outline) body(list []syntax.Stmt, owner int, p *place) {
	if !o.shallow {
		p.owner = owner
		o.block(list, p)
	}
}

// overloads finds for each name the last function of a block that bears it.
type overloads struct {
	block []syntax.Stmt
	last  map[string]*syntax.FunctionDef // nil until somebody asks: few blocks have overloads
}

func (l *overloads) lastOf(name string) *syntax.FunctionDef {
	if l.last == nil {
		l.last = map[string]*syntax.FunctionDef{}
		for _, s := range l.block {
			if f, ok := s.(*syntax.FunctionDef); ok {
				l.last[f.Name.Name] = f
			}
		}
	}
	return l.last[name]
}

// mergedInto reports a function that is part of another declaration: the setter
// of a property, or an overload, which stands for nothing by itself when the
// function itself follows. The index is -1 where that is not listed yet.
func (o *outline) mergedInto(f *syntax.FunctionDef, among *overloads, p *place) (int, bool) {
	for _, d := range f.Decorators {
		switch syntax.LastName(d) {
		case "setter", "deleter", "getter":
			if a, ok := d.(*syntax.Attribute); ok && syntax.LastName(a.Value) == f.Name.Name {
				if first, ok := p.names[f.Name.Name]; ok {
					return first, true
				}
			}
		case "overload":
			first, listed := p.names[f.Name.Name]
			if last := among.lastOf(f.Name.Name); last != f {
				if listed || !isOverload(last) {
					return -1, true
				}
			} else if listed { // only overloads, in a stub: the first stands for all
				return first, true
			}
		}
	}
	return 0, false
}

func isOverload(f *syntax.FunctionDef) bool {
	for _, d := range f.Decorators {
		if syntax.LastName(d) == "overload" {
			return true
		}
	}
	return false
}

func (o *outline) function(f *syntax.FunctionDef, p *place) {
	elementType := facts.Function
	if p.class {
		elementType = facts.Method
	}
	i := o.add(f.Name.Name, elementType, f, p)
	o.declares(f, i)
	p.declare(f.Name.Name, i)
	if !o.shallow {
		o.decls[i].Signature = o.signature(f, p.class)
	}
	o.body(f.Body, i, &place{prefix: o.decls[i].Name + ".", function: true})
}

func (o *outline) class(c *syntax.ClassDef, p *place) {
	elementType := facts.Class
	for _, b := range c.Bases {
		switch name := syntax.LastName(syntax.Base(b)); {
		case isEnum(name) || o.enums[name]:
			elementType = facts.Enum
		case name == "Protocol":
			elementType = facts.Interface
		}
	}
	i := o.add(c.Name.Name, elementType, c, p)
	o.declares(c, i)
	p.declare(c.Name.Name, i)
	if elementType == facts.Enum {
		if o.enums == nil {
			o.enums = map[string]bool{}
		}
		o.enums[c.Name.Name] = true
	}
	if o.shallow {
		return
	}
	o.decls[i].Signature = orNil(&facts.Signature{Docstring: o.docstring(c.Body), Decorators: o.sources(c.Decorators)})
	o.block(c.Body, &place{
		owner: i, prefix: o.decls[i].Name + ".", class: true, enum: elementType == facts.Enum,
		function: p.function, exported: o.decls[i].Exported,
	})
}

// isEnum reports the name of a class that the library makes enumerations from.
func isEnum(name string) bool {
	switch name {
	case "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum":
		return true
	}
	return false
}

// targets lists the names that an assignment binds. after is what follows it.
func (o *outline) targets(target, value, annotation syntax.Expr, p *place, after []syntax.Stmt) {
	switch t := target.(type) {
	case *syntax.Name:
		o.variable(t, value, annotation, p, after)
	case *syntax.Starred:
		o.targets(t.Value, nil, nil, p, nil)
	case *syntax.Tuple:
		for _, e := range t.Elts {
			o.targets(e, nil, nil, p, nil)
		}
	case *syntax.List:
		for _, e := range t.Elts {
			o.targets(e, nil, nil, p, nil)
		}
	}
}

func (o *outline) variable(name *syntax.Name, value, annotation syntax.Expr, p *place, after []syntax.Stmt) {
	lambda, isLambda := value.(*syntax.Lambda)
	if p.function && !p.class && !isLambda {
		return // a local variable
	}
	if first, ok := p.names[name.ID]; ok {
		o.declares(name, first)
		return
	}
	i := o.add(name.ID, o.variableType(name.ID, value, annotation, p), name, p)
	o.declares(name, i)
	p.declare(name.ID, i)
	if value != nil {
		o.decls[i].EndLine = max(o.decls[i].EndLine, o.module.EndLine(value))
	}
	if isLambda {
		o.declares(lambda, i)
	}
	if o.shallow {
		return
	}
	s := &facts.Signature{Docstring: o.docstring(after[:min(1, len(after))])}
	if isLambda {
		s.Parameters = o.parameters(lambda.Params, p.class)
	}
	o.decls[i].Signature = orNil(s)
}

// variableType tells what an assigned name is.
func (o *outline) variableType(name string, value, annotation syntax.Expr, p *place) string {
	if _, ok := value.(*syntax.Lambda); ok {
		if p.class {
			return facts.Method
		}
		return facts.Function
	}
	if call, ok := value.(*syntax.Call); ok && !p.class {
		switch maker := syntax.LastName(call.Func); {
		case maker == "NewType" || maker == "TypeVar" || maker == "ParamSpec" || maker == "TypeVarTuple":
			return facts.TypeAlias
		case maker == "namedtuple" || maker == "NamedTuple" || maker == "TypedDict":
			return facts.Class
		case isEnum(maker) && len(call.Args) > 1:
			return facts.Enum
		}
	}
	declared := syntax.LastName(syntax.Base(annotation))
	switch {
	case declared == "TypeAlias":
		return facts.TypeAlias
	case declared == "Final" || syntax.IsUpper(name) || p.enum && !strings.HasPrefix(name, "_"):
		return facts.Constant
	case p.class:
		return facts.Property
	}
	return facts.Variable
}

// add lists one declaration.
func (o *outline) add(name, elementType string, n syntax.Node, p *place) int {
	i := len(o.decls)
	exported := p.exported && (!strings.HasPrefix(name, "_") || isDunder(name))
	top := p.owner < 0
	if top {
		exported = o.exports.has(name)
	}
	d := facts.Decl{
		Element: facts.Element{
			Type: elementType, Name: p.prefix + name, File: o.path,
			Line: o.module.Line(n.Pos()), EndLine: o.module.EndLine(n), Exported: exported,
		},
		Parent: p.owner, TopLevel: top,
	}
	if top && o.exports.byStar(name) {
		d.ExportedAs = []string{name}
	}
	o.decls = append(o.decls, d)
	return i
}

func isDunder(name string) bool {
	return len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// identify gives ids: of several declarations with one id the later ones get their
// line.
func (o *outline) identify() {
	seen := make(map[string]bool, len(o.decls))
	for i := range o.decls {
		d := &o.decls[i]
		designator := coderef2.Designator(d.Type)
		d.ID = coderef2.Format(designator, o.path, d.Name, 0)
		if seen[d.ID] {
			d.ID = coderef2.Format(designator, o.path, d.Name, d.Line)
		}
		for n := 2; seen[d.ID]; n++ { // two on one line
			d.ID = fmt.Sprintf("%s{n=%d}", coderef2.Format(designator, o.path, d.Name, d.Line), n)
		}
		seen[d.ID] = true
	}
}
