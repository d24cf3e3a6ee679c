package pattern

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/outline"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// reactDeclaration records components and hooks.
func (f *Finder) reactDeclaration(decl int, e *outline.Entry) {
	switch {
	case e.Type == facts.Hook:
		f.addDeclaration(facts.PatternReact, "custom hook", decl)
	case e.Type != facts.Component:
	case slices.ContainsFunc(e.Nodes, tsgo.IsClassLike):
		f.addDeclaration(facts.PatternReact, "class component", decl)
	default:
		f.addDeclaration(facts.PatternReact, "component", decl)
	}
}

// reactCall records calls of hooks and of React's component factories.
func (f *Finder) reactCall(c *call) {
	switch {
	case c.receiver != nil && !f.isReact(c.receiverName()):
	case syntax.IsHookName(c.name):
		f.add(facts.PatternReact, c.name+dependencies(c), c.node)
	case c.receiver == nil && !f.outline.ReactNames[c.name] && c.name != "createPortal":
	case slices.Contains([]string{
		"memo", "forwardRef", "lazy", "createContext", "createPortal", "cloneElement",
		"startTransition", "createRef",
	}, c.name):
		f.add(facts.PatternReact, c.name, c.node)
	}
}

// isReact reports whether a name refers to the React module as a whole.
func (f *Finder) isReact(name string) bool {
	return name == "React" || name == "ReactDOM" || name != "" && f.outline.ReactNames[name]
}

// dependencies returns a suffix for hooks that take a dependency list, if the list is
// missing or empty. It returns "" for all other calls.
func dependencies(c *call) string {
	at := 1
	switch c.name {
	case "useImperativeHandle":
		at = 2
	case "useEffect", "useLayoutEffect", "useInsertionEffect", "useMemo", "useCallback":
	default:
		return ""
	}
	switch list := c.argument(at); {
	case list == nil:
		return " without dependencies"
	case list.Kind == tsgo.KindArrayLiteralExpression && len(list.Elements()) == 0:
		return " with no dependencies"
	}
	return ""
}

// reactElement records elements with a special meaning in React.
func (f *Finder) reactElement(n *tsgo.Node) {
	tag := n.TagName()
	switch name := nameText(tag); {
	case tag.Kind == tsgo.KindPropertyAccessExpression && (name == "Provider" || name == "Consumer"):
		f.add(facts.PatternReact, "context "+map[string]string{"Provider": "provider", "Consumer": "consumer"}[name], n)
	case slices.Contains([]string{"Suspense", "StrictMode", "Profiler"}, name):
		f.add(facts.PatternReact, name, n)
	case name == "ErrorBoundary":
		f.add(facts.PatternErrors, "ErrorBoundary", n)
	}
}
