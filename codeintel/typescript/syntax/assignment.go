package syntax

import "github.com/microsoft/typescript-go/shim/tsgo"

// AssignmentTargets holds the names and properties that a file assigns to.
type AssignmentTargets struct {
	ByName   map[string][]*tsgo.Node
	Computed []*tsgo.Node // table[key] = …
}

// CollectAssignmentTargets finds what a file assigns to.
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

// DestructuringRoot returns the variable or parameter a destructured name belongs to.
func DestructuringRoot(d *tsgo.Node) *tsgo.Node {
	for d.Kind == tsgo.KindBindingElement {
		d = d.Parent.Parent
	}
	return d
}

// IsExportsTarget reports exports.x and module.exports, assigned to.
func IsExportsTarget(target *tsgo.Node) bool {
	return tsgo.IsModuleExportsAccess(target) ||
		target.Kind == tsgo.KindPropertyAccessExpression && IsExportsObject(target.Expression())
}

// AssignmentChain takes a = b = value apart.
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

// AssignmentChainNodes returns the assignments a chain consists of, from outside.
func AssignmentChainNodes(n *tsgo.Node) (nodes []*tsgo.Node) {
	for {
		_, right, ok := Assignment(n)
		if !ok {
			return nodes
		}
		nodes, n = append(nodes, n), tsgo.SkipOuter(right)
	}
}

func Assignment(n *tsgo.Node) (left, right *tsgo.Node, ok bool) {
	if n == nil || n.Kind != tsgo.KindBinaryExpression {
		return nil, nil, false
	}
	b := n.AsBinaryExpression()
	return b.Left, b.Right, b.OperatorToken.Kind == tsgo.KindEqualsToken
}

// IsExportsObject reports exports or module.exports.
func IsExportsObject(n *tsgo.Node) bool {
	return tsgo.IsExportsIdentifier(n) || tsgo.IsModuleExportsAccess(n)
}

// IsModuleExportsObject reports module.exports = { … }: all that the file exports.
func IsModuleExportsObject(d *tsgo.Node) bool {
	left, right, ok := Assignment(d)
	return ok && tsgo.IsModuleExportsAccess(left) && tsgo.SkipOuter(right).Kind == tsgo.KindObjectLiteralExpression
}

// IsExportedObject reports the object of module.exports = { … }.
func IsExportedObject(n *tsgo.Node) bool {
	if n == nil || n.Kind != tsgo.KindObjectLiteralExpression || n.Parent == nil {
		return false
	}
	left, _, ok := Assignment(n.Parent)
	return ok && IsExportsTarget(left)
}
