package inspect

import (
	"go/ast"
	"go/token"

	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// complexity measures a body, see [facts.Body]. It ignores function literals that are
// declarations of their own.
type complexity struct {
	tree                   *syntax.Tree
	cyclomatic, cognitive  int
	nesting                int // nesting for cognitive complexity: control structures and function literals
	structures, maxNesting int // nesting of control structures
}

func complexityOf(t *syntax.Tree, body *ast.BlockStmt) *complexity {
	m := &complexity{tree: t, cyclomatic: 1}
	m.visit(body)
	return m
}

// visit measures the children of a node.
func (m *complexity) visit(n ast.Node) {
	ast.Inspect(n, func(inner ast.Node) bool { return inner == n || m.node(inner) })
}

// node measures one node. It reports whether the children remain to be measured.
func (m *complexity) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		m.ifStatement(n, false)
		return false
	case *ast.ForStmt:
		m.cyclomatic++
		m.structure(n.Body, n.Init, n.Cond, n.Post)
		return false
	case *ast.RangeStmt:
		m.cyclomatic++
		m.structure(n.Body, n.X)
		return false
	case *ast.SwitchStmt:
		m.structure(n.Body, n.Init, n.Tag)
		return false
	case *ast.TypeSwitchStmt:
		m.structure(n.Body, n.Init, n.Assign)
		return false
	case *ast.SelectStmt:
		m.structure(n.Body)
		return false
	case *ast.CaseClause:
		if n.List != nil {
			m.cyclomatic++
		}
	case *ast.CommClause:
		if n.Comm != nil {
			m.cyclomatic++
		}
	case *ast.BinaryExpr:
		if isLogical(n.Op) {
			m.logical(n)
			return false
		}
	case *ast.BranchStmt:
		if n.Label != nil { // goto, or a jump out of an outer loop
			m.cognitive++
		}
	case *ast.FuncLit:
		if _, listed := m.tree.FuncLits[n]; !listed {
			m.nesting++
			m.visit(n.Body)
			m.nesting--
		}
		return false
	}
	return true
}

// structure measures a control structure: its head at the current nesting, its body one level
// deeper.
func (m *complexity) structure(body *ast.BlockStmt, head ...ast.Node) {
	m.cognitive += 1 + m.nesting
	for _, n := range head {
		m.part(n)
	}
	m.deeper(body)
}

// part measures a node with its children; n may be nil.
func (m *complexity) part(n ast.Node) {
	if n != nil {
		ast.Inspect(n, m.node)
	}
}

func (m *complexity) deeper(n ast.Node) {
	m.nesting++
	m.structures++
	m.maxNesting = max(m.maxNesting, m.structures)
	m.visit(n)
	m.structures--
	m.nesting--
}

// ifStatement measures an if. An else if and an else each add one, regardless of nesting.
func (m *complexity) ifStatement(n *ast.IfStmt, elseIf bool) {
	m.cyclomatic++
	if elseIf {
		m.cognitive++
	} else {
		m.cognitive += 1 + m.nesting
	}
	m.part(n.Init)
	m.part(n.Cond)
	m.deeper(n.Body)
	switch e := n.Else.(type) {
	case *ast.IfStmt:
		m.ifStatement(e, true)
	case *ast.BlockStmt:
		m.cognitive++
		m.deeper(e)
	}
}

func isLogical(op token.Token) bool { return op == token.LAND || op == token.LOR }

// logical measures a condition. Each run of equal operators adds one to cognitive complexity.
func (m *complexity) logical(n *ast.BinaryExpr) {
	var last token.Token
	var walk func(e ast.Expr)
	walk = func(e ast.Expr) {
		if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && isLogical(b.Op) {
			walk(b.X)
			m.cyclomatic++
			if b.Op != last {
				m.cognitive++
				last = b.Op
			}
			walk(b.Y)
			return
		}
		if not, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && not.Op == token.NOT {
			outer := last // a negated condition starts a new run
			last = token.ILLEGAL
			walk(not.X)
			last = outer
			return
		}
		m.part(e)
	}
	walk(n)
}
