package tsgo

import (
	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/checker"
)

// MayBeKey reports whether a value of the type, used as a key, can be the name.
func MayBeKey(t *checker.Type, name string) bool {
	switch flags := t.Flags(); {
	case flags&checker.TypeFlagsStringLiteral != 0:
		text, ok := t.AsLiteralType().Value().(string)
		return !ok || text == name
	case flags&checker.TypeFlagsUnion != 0:
		for _, part := range t.Types() {
			if MayBeKey(part, name) {
				return true
			}
		}
		return false
	default:
		return flags&(checker.TypeFlagsNumberLike|checker.TypeFlagsESSymbolLike) == 0
	}
}

// OnlySignature returns the signature of a call if the callee has exactly one, so that the
// arguments need not be checked; otherwise it returns nil.
func OnlySignature(c *Checker, call *Node) *Signature {
	if call.Kind != ast.KindCallExpression || call.Expression().Kind == ast.KindSuperKeyword {
		return nil
	}
	t := c.GetApparentType(c.GetNonNullableType(c.GetTypeAtLocation(call.Expression())))
	if all := c.GetSignaturesOfType(t, checker.SignatureKindCall); len(all) == 1 {
		return all[0]
	}
	return nil
}
