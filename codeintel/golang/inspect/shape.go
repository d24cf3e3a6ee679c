package inspect

import (
	"crypto/sha256"
	"encoding/binary"
	"go/ast"
	"go/token"
	"sort"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// innerFunction is the position and digest of a function literal that is a declaration of its
// own.
type innerFunction struct {
	from, to int
	shape    facts.Digest
}

// localNames numbers the names that a function declares: parameters in order, others by their
// first use.
type localNames struct {
	numbers map[string]int // -1 before the first use
	next    int
}

func newLocalNames(t *ast.FuncType, body *ast.BlockStmt, receiver *ast.FieldList) *localNames {
	l := &localNames{numbers: map[string]int{}}
	for _, list := range []*ast.FieldList{receiver, t.TypeParams, t.Params, t.Results} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			for _, name := range field.Names {
				l.numbers[name.Name] = l.next
				l.next++
			}
		}
	}
	declare := func(e ast.Expr) {
		if name, ok := e.(*ast.Ident); ok {
			if _, known := l.numbers[name.Name]; !known {
				l.numbers[name.Name] = -1
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, left := range n.Lhs {
					declare(left)
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				declare(n.Key)
				declare(n.Value)
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				declare(name)
			}
		case *ast.TypeSpec:
			declare(n.Name)
		case *ast.LabeledStmt:
			declare(n.Label)
		case *ast.FuncLit:
			for _, field := range n.Type.Params.List {
				for _, name := range field.Names {
					declare(name)
				}
			}
		}
		return true
	})
	return l
}

// shape returns the digest and the number of the tokens of a body, see [facts.Body]. A
// declared function in it is represented by its digest.
func (i *inspector) shape(t *ast.FuncType, body *ast.BlockStmt, receiver *ast.FieldList) (facts.Digest, int) {
	names := newLocalNames(t, body, receiver)
	from, to := i.tree.Offset(body.Pos()), i.tree.Offset(body.End())
	inner := i.nested(body)
	var buffer []byte
	count, after := 0, token.ILLEGAL
	for n := sort.Search(len(i.tokens), func(n int) bool { return i.tokens[n].start >= from }); n < len(i.tokens); n++ {
		tok := &i.tokens[n]
		if tok.start >= to {
			break
		}
		if len(inner) > 0 && tok.start >= inner[0].from {
			buffer = append(append(buffer, 0xff), inner[0].shape[:]...)
			for n+1 < len(i.tokens) && i.tokens[n+1].start < inner[0].to {
				n++
			}
			inner = inner[1:]
			continue
		}
		if tok.kind == token.COMMENT || tok.kind == token.SEMICOLON { // a line end is a semicolon in most places
			continue
		}
		count++
		buffer = binary.BigEndian.AppendUint16(buffer, uint16(tok.kind))
		if tok.kind == token.IDENT {
			if number, own := names.number(tok.text); own && after != token.PERIOD {
				buffer = binary.BigEndian.AppendUint32(append(buffer, 2), uint32(number))
			} else {
				buffer = append(append(append(buffer, 1), tok.text...), 0)
			}
		}
		after = tok.kind
	}
	sum := sha256.Sum256(buffer)
	return facts.Digest(sum[:len(facts.Digest{})]), count
}

func (i *inspector) nested(body *ast.BlockStmt) []innerFunction {
	var out []innerFunction
	ast.Inspect(body, func(n ast.Node) bool {
		f, ok := n.(*ast.FuncLit)
		if !ok {
			return true
		}
		if _, listed := i.tree.FuncLits[f]; !listed {
			return true
		}
		shape, _ := i.shape(f.Type, f.Body, nil)
		out = append(out, innerFunction{i.tree.Offset(f.Pos()), i.tree.Offset(f.End()), shape})
		return false
	})
	return out
}

func (l *localNames) number(name string) (number int, own bool) {
	number, own = l.numbers[name]
	if own && number < 0 {
		number = l.next
		l.numbers[name] = number
		l.next++
	}
	return number, own
}
