package outline

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// overloads finds the last function of a block for each name.
type overloads struct {
	block []syntax.Stmt
	last  map[string]*syntax.FunctionDef // nil until needed: few blocks contain overloads
}

// block lists the declarations of a block, including those in if, try and similar statements.
func (o *Outline) block(list []syntax.Stmt, p *context) {
	functions := overloads{block: list}
	for i, s := range list {
		switch s := s.(type) {
		case *syntax.FunctionDef:
			if first, ok := o.mergedInto(s, &functions, p); ok {
				if first >= 0 {
					o.record(s, first)
					o.body(s.Body, first, &context{owner: first, prefix: o.Decls[first].Name + ".", function: true})
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
			o.record(s, o.add(s.Name.Name, facts.TypeAlias, s, p))
		default:
			syntax.EachBlock(s, func(inner []syntax.Stmt) { o.block(inner, p) })
		}
	}
}

// body lists the declarations in the body of a function.
func (o *Outline) body(list []syntax.Stmt, owner int, p *context) {
	if !o.shallow {
		p.owner = owner
		o.block(list, p)
	}
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

// mergedInto reports whether a function belongs to another declaration: it is the setter of a
// property, or an overload followed by its implementation. It returns the index of that
// declaration, or -1 if it is not listed yet.
func (o *Outline) mergedInto(f *syntax.FunctionDef, among *overloads, p *context) (int, bool) {
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
			} else if listed { // a stub file contains only overloads: the first one represents all
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

func (o *Outline) function(f *syntax.FunctionDef, p *context) {
	elementType := facts.Function
	if p.class {
		elementType = facts.Method
	}
	i := o.add(f.Name.Name, elementType, f, p)
	o.record(f, i)
	p.add(f.Name.Name, i)
	if !o.shallow {
		o.Decls[i].Signature = o.signature(f, p.class)
	}
	o.body(f.Body, i, &context{prefix: o.Decls[i].Name + ".", function: true})
}

func (o *Outline) class(c *syntax.ClassDef, p *context) {
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
	o.record(c, i)
	p.add(c.Name.Name, i)
	if elementType == facts.Enum {
		if o.enums == nil {
			o.enums = map[string]bool{}
		}
		o.enums[c.Name.Name] = true
	}
	if o.shallow {
		return
	}
	o.Decls[i].Signature = orNil(&facts.Signature{Docstring: o.docstring(c.Body), Decorators: o.sources(c.Decorators)})
	o.block(c.Body, &context{
		owner: i, prefix: o.Decls[i].Name + ".", class: true, enum: elementType == facts.Enum,
		function: p.function, exported: o.Decls[i].Exported,
	})
}

// isEnum reports whether a name is an enumeration base class of the standard library.
func isEnum(name string) bool {
	switch name {
	case "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum":
		return true
	}
	return false
}

// targets lists the names that an assignment binds. The list after contains the statements that
// follow the assignment.
func (o *Outline) targets(target, value, annotation syntax.Expr, p *context, after []syntax.Stmt) {
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

func (o *Outline) variable(name *syntax.Name, value, annotation syntax.Expr, p *context, after []syntax.Stmt) {
	lambda, isLambda := value.(*syntax.Lambda)
	if p.function && !p.class && !isLambda {
		return // a local variable
	}
	if first, ok := p.names[name.ID]; ok {
		o.record(name, first)
		return
	}
	i := o.add(name.ID, o.variableType(name.ID, value, annotation, p), name, p)
	o.record(name, i)
	p.add(name.ID, i)
	if value != nil {
		o.Decls[i].EndLine = max(o.Decls[i].EndLine, o.Module.EndLine(value))
	}
	if isLambda {
		o.record(lambda, i)
	}
	if o.shallow {
		return
	}
	s := &facts.Signature{Docstring: o.docstring(after[:min(1, len(after))])}
	if isLambda {
		s.Parameters = o.parameters(lambda.Params, p.class)
	}
	o.Decls[i].Signature = orNil(s)
}

// variableType returns the element type of an assigned name.
func (o *Outline) variableType(name string, value, annotation syntax.Expr, p *context) string {
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
