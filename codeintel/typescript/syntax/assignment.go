package syntax

import "github.com/microsoft/typescript-go/shim/tsgo"

// AssignmentTargets holds the names and properties that a file assigns to.
type AssignmentTargets struct {
	ByName   map[string][]*tsgo.Node
	Computed []*tsgo.Node // table[key] = …
}

// CollectAssignmentTargets returns every assignment target of a file.
func CollectAssignmentTargets(f *tsgo.SourceFile) *AssignmentTargets {
	found := &AssignmentTargets{ByName: map[string][]*tsgo.Node{}}
	var visit func(*tsgo.Node) bool
	visit = func(n *tsgo.Node) bool {
		switch n.Kind {
		case tsgo.KindIdentifier, tsgo.KindPropertyAccessExpression, tsgo.KindElementAccessExpression:
			if tsgo.IsAssignmentTarget(n) {
				if name := CalleeText(n); name != "" {
					found.ByName[name] = append(found.ByName[name], n)
				} else {
					found.Computed = append(found.Computed, n)
				}
			}
		}
		n.ForEachChild(visit)
		return false
	}
	f.ForEachChild(visit)
	return found
}

// DestructuringRoot returns the variable or parameter declaration that contains a
// destructured name. It returns any other node unchanged.
func DestructuringRoot(d *tsgo.Node) *tsgo.Node {
	for d.Kind == tsgo.KindBindingElement {
		d = d.Parent.Parent
	}
	return d
}

// IsExportsTarget reports whether an assignment target is exports.x or module.exports.
func IsExportsTarget(target *tsgo.Node) bool {
	return tsgo.IsModuleExportsAccess(target) ||
		target.Kind == tsgo.KindPropertyAccessExpression && IsExportsObject(target.Expression())
}

// AssignmentChain splits a = b = value into its targets, outermost first, and the
// value. It returns no targets if n is not an assignment.
func AssignmentChain(n *tsgo.Node) (targets []*tsgo.Node, value *tsgo.Node) {
	value = n
	for {
		left, right, ok := Assignment(value)
		if !ok {
			return targets, value
		}
		targets, value = append(targets, left), tsgo.SkipOuter(right)
	}
}

// AssignmentChainNodes returns the assignment expressions of a chain, outermost first.
func AssignmentChainNodes(n *tsgo.Node) (nodes []*tsgo.Node) {
	for {
		_, right, ok := Assignment(n)
		if !ok {
			return nodes
		}
		nodes, n = append(nodes, n), tsgo.SkipOuter(right)
	}
}

// Assignment returns both sides of an assignment. ok is false if n is nil or not an
// assignment with the operator "=".
func Assignment(n *tsgo.Node) (left, right *tsgo.Node, ok bool) {
	if n == nil || n.Kind != tsgo.KindBinaryExpression {
		return nil, nil, false
	}
	b := n.AsBinaryExpression()
	return b.Left, b.Right, b.OperatorToken.Kind == tsgo.KindEqualsToken
}

// IsExportsObject reports whether n is exports or module.exports.
func IsExportsObject(n *tsgo.Node) bool {
	return tsgo.IsExportsIdentifier(n) || tsgo.IsModuleExportsAccess(n)
}

// IsModuleExportsObject reports whether d is the assignment module.exports = { … }.
func IsModuleExportsObject(d *tsgo.Node) bool {
	left, right, ok := Assignment(d)
	return ok && tsgo.IsModuleExportsAccess(left) && tsgo.SkipOuter(right).Kind == tsgo.KindObjectLiteralExpression
}

// IsExportedObject reports whether n is the object literal in module.exports = { … }.
func IsExportedObject(n *tsgo.Node) bool {
	if n == nil || n.Kind != tsgo.KindObjectLiteralExpression || n.Parent == nil {
		return false
	}
	left, _, ok := Assignment(n.Parent)
	return ok && IsExportsTarget(left)
}
