package patterns

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// injectionCall records Depends() of FastAPI and the registrations of dependency containers.
func (f *Finder) injectionCall(c *call) {
	switch c.name {
	case "Depends", "Security":
		on := ""
		if len(c.args) > 0 {
			on = dottedPath(c.args[0])
		} else if d := c.keyword("dependency"); d != nil {
			on = dottedPath(d)
		}
		f.pattern(facts.PatternInjection, c.name+"("+on+")", c.node)
	case "Factory", "Singleton", "Resource", "Callable", "Configuration":
		if c.receiver() == "providers" {
			f.pattern(facts.PatternInjection, "providers."+c.name, c.node)
		}
	case "bind", "provide", "resolve":
		if r := c.receiver(); r == "binder" || r == "container" || r == "injector" {
			f.pattern(facts.PatternInjection, r+"."+c.name, c.node)
		}
	}
}

// injectionMarker records Provide[Container.x].
func (f *Finder) injectionMarker(n *syntax.Subscript) {
	if name := syntax.LastName(n.Value); (name == "Provide" || name == "Provider") &&
		f.imports.any("dependency_injector", "injector") {
		f.pattern(facts.PatternInjection, name+"["+dottedPath(n.Index)+"]", n)
	}
}

// injectionDecorator records functions and classes that take part in dependency injection.
func (f *Finder) injectionDecorator(c *call, of syntax.Stmt) {
	switch c.name {
	case "inject", "injectable", "singleton", "provider", "autowired":
		f.pattern(facts.PatternInjection, "@"+c.path, of)
	}
}

// constructor records an __init__ that stores a parameter whose type is a service.
func (f *Finder) constructor(n *syntax.FunctionDef) {
	if n.Name.Name != "__init__" || len(f.Classes) == 0 {
		return
	}
	given := map[string]bool{}
	for _, p := range n.Params.List {
		if isService(p.Annotation) {
			given[p.Name.Name] = true
		}
	}
	for _, s := range n.Body {
		var target, value syntax.Expr
		switch s := s.(type) {
		case *syntax.Assign:
			target, value = s.Targets[0], s.Value
		case *syntax.AnnAssign:
			target, value = s.Target, s.Value
		}
		from, ok := value.(*syntax.Name)
		if _, kept := target.(*syntax.Attribute); ok && kept && given[from.ID] {
			f.pattern(facts.PatternInjection, "constructor injection", n)
			return
		}
	}
}

// isService reports whether an annotation names a class that is not plain data.
func isService(annotation syntax.Expr) bool {
	if or, ok := annotation.(*syntax.BinOp); ok { // Service | None
		return isService(or.Left)
	}
	if s, ok := annotation.(*syntax.Subscript); ok && syntax.LastName(s.Value) == "Optional" {
		return isService(s.Index)
	}
	name := syntax.LastName(annotation)
	if _, isCall := annotation.(*syntax.Call); isCall || name == "" || name[0] < 'A' || name[0] > 'Z' {
		return false
	}
	return !slices.Contains(plainTypes, name) && !strings.HasPrefix(name, "Any")
}

// plainTypes are names of types for plain data.
var plainTypes = strings.Fields(plainTypeList) //nolint:gochecknoglobals // never written

const plainTypeList = `
	None Any Optional Union List Dict Set FrozenSet Tuple Type Callable Iterable Iterator Sequence Mapping
	MutableMapping Literal Path Decimal Fraction UUID Exception BaseException Enum T K V
`
