package outline

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// functionType classifies a function as a hook, a component or a plain function.
func (o *File) functionType(name string, function *tsgo.Node) string {
	switch {
	case syntax.IsHookName(name):
		return facts.Hook
	case (syntax.IsCapitalised(name) || name == "default") && syntax.ReturnsJSX(function):
		return facts.Component
	default:
		return facts.Function
	}
}

// wrappedType classifies a value that is not a function itself. memo(forwardRef(f)) is
// a function even if f returns no JSX. The result is fallback if no function is
// wrapped.
func (o *File) wrappedType(name string, value *tsgo.Node, fallback string) string {
	if f := syntax.WrappedFunction(value); f != nil {
		return o.functionType(name, f)
	}
	return fallback
}

// isComponentWrapper reports whether a value is memo(…) or forwardRef(…) around a
// component.
func (o *File) isComponentWrapper(name string, value *tsgo.Node) bool {
	if !syntax.IsCapitalised(name) && name != "default" || !syntax.IsWrapperCall(value) {
		return false
	}
	inner := tsgo.SkipOuter(value.Arguments()[0])
	switch {
	case inner.Kind == tsgo.KindIdentifier:
		return syntax.IsCapitalised(inner.Text())
	case tsgo.IsFunctionExpression(inner):
		return syntax.ReturnsJSX(inner)
	default:
		return o.isComponentWrapper(name, inner)
	}
}

// extendsReactComponent reports whether a class extends Component or PureComponent of
// React.
func (o *File) extendsReactComponent(class *tsgo.Node) bool {
	base := tsgo.ExtendsClause(class)
	if base == nil {
		return false
	}
	name, qualifier := base, ""
	if base.Kind == tsgo.KindPropertyAccessExpression {
		if base.Expression().Kind != tsgo.KindIdentifier {
			return false
		}
		name, qualifier = base.Name(), base.Expression().Text()
	}
	if name.Kind != tsgo.KindIdentifier || name.Text() != "Component" && name.Text() != "PureComponent" {
		return false
	}
	if qualifier != "" {
		return qualifier == "React" || o.ReactNames[qualifier]
	}
	return o.ReactNames[name.Text()]
}
