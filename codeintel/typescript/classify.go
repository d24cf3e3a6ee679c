package typescript

import (
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// functionType tells hooks and components from other functions.
func (o *outline) functionType(name string, function *tsgo.Node) string {
	switch {
	case isHookName(name):
		return facts.Hook
	case (isCapitalised(name) || name == "default") && returnsJSX(function):
		return facts.Component
	default:
		return facts.Function
	}
}

// wrappedType classifies a value that is no function itself: memo(forwardRef(f))
// around a function that returns no JSX is still a function, and so is
// useCallback-like wrapping of a hook.
func (o *outline) wrappedType(name string, value *tsgo.Node, fallback string) string {
	if f := wrappedFunction(value); f != nil {
		return o.functionType(name, f)
	}
	return fallback
}

// isComponentWrapper reports memo(…) and forwardRef(…) around a component.
func (o *outline) isComponentWrapper(name string, value *tsgo.Node) bool {
	if !isCapitalised(name) && name != "default" || !isWrapperCall(value) {
		return false
	}
	inner := tsgo.SkipOuter(value.Arguments()[0])
	switch {
	case inner.Kind == tsgo.KindIdentifier:
		return isCapitalised(inner.Text())
	case tsgo.IsFunctionExpression(inner):
		return returnsJSX(inner)
	default:
		return o.isComponentWrapper(name, inner)
	}
}

func wrappedFunction(value *tsgo.Node) *tsgo.Node {
	for isWrapperCall(value) {
		value = tsgo.SkipOuter(value.Arguments()[0])
		if tsgo.IsFunctionExpression(value) {
			return value
		}
	}
	return nil
}

// isWrapperCall reports memo(x), forwardRef(x), React.memo(x), React.forwardRef(x).
func isWrapperCall(n *tsgo.Node) bool {
	if n.Kind != tsgo.KindCallExpression || len(n.Arguments()) == 0 {
		return false
	}
	callee := tsgo.SkipOuter(n.Expression())
	if callee.Kind == tsgo.KindPropertyAccessExpression {
		callee = callee.Name()
	}
	if callee.Kind != tsgo.KindIdentifier {
		return false
	}
	return callee.Text() == "memo" || callee.Text() == "forwardRef"
}

// extendsReactComponent reports class … extends React.Component and its kin.
func (o *outline) extendsReactComponent(class *tsgo.Node) bool {
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
		return qualifier == "React" || o.reactIDs[qualifier]
	}
	return o.reactIDs[name.Text()]
}

// isHookName reports use followed by a capital letter or digit.
func isHookName(name string) bool {
	rest, ok := strings.CutPrefix(name, "use")
	return ok && rest != "" && (rest[0] >= 'A' && rest[0] <= 'Z' || rest[0] >= '0' && rest[0] <= '9')
}

func isCapitalised(name string) bool {
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

func lastSegment(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
