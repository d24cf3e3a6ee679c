package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// The precedence levels of binary operators, weakest first.
const (
	levelOr uint8 = iota + 1
	levelAnd
	levelNot
	levelCompare
	levelBitOr
	levelBitXor
	levelBitAnd
	levelShift
	levelSum
	levelTerm
)

// infix is the precedence level and the operator of each binary operator token. The level of
// other tokens is 0.
var infix = [token.Kinds]struct { //nolint:gochecknoglobals // never written
	level uint8
	op    syntax.Op
}{
	token.Or:           {levelOr, syntax.Or},
	token.And:          {levelAnd, syntax.And},
	token.Not:          {levelCompare, syntax.NotIn}, // x not in y
	token.In:           {levelCompare, syntax.In},
	token.Is:           {levelCompare, syntax.Is},
	token.Less:         {levelCompare, syntax.Lt},
	token.LessEqual:    {levelCompare, syntax.LtE},
	token.Greater:      {levelCompare, syntax.Gt},
	token.GreaterEqual: {levelCompare, syntax.GtE},
	token.Equal:        {levelCompare, syntax.Eq},
	token.NotEqual:     {levelCompare, syntax.NotEq},
	token.VBar:         {levelBitOr, syntax.BitOr},
	token.Caret:        {levelBitXor, syntax.BitXor},
	token.Amper:        {levelBitAnd, syntax.BitAnd},
	token.LShift:       {levelShift, syntax.LShift},
	token.RShift:       {levelShift, syntax.RShift},
	token.Plus:         {levelSum, syntax.Add},
	token.Minus:        {levelSum, syntax.Sub},
	token.Star:         {levelTerm, syntax.Mult},
	token.Slash:        {levelTerm, syntax.Div},
	token.DoubleSlash:  {levelTerm, syntax.FloorDiv},
	token.Percent:      {levelTerm, syntax.Mod},
	token.At:           {levelTerm, syntax.MatMult},
}

// augmentedOp returns the operator of an augmented assignment; k is its token without the =.
func augmentedOp(k token.Kind) syntax.Op {
	if k == token.DoubleStar {
		return syntax.Pow
	}
	return infix[k].op
}

// beginsOperand contains the tokens that can start an operand and cannot follow one.
var beginsOperand = [token.Kinds]bool{ //nolint:gochecknoglobals // never written
	token.Name: true, token.Int: true, token.Float: true, token.Imaginary: true, token.String: true,
	token.Bytes: true, token.Joined: true, token.LBrace: true, token.Backtick: true, token.Tilde: true,
	token.False: true, token.None: true, token.True: true, token.Lambda: true, token.Await: true,
	token.Ellipsis: true,
}

// beginsStatement contains the tokens that can only start a statement. A line inside brackets
// that starts with one shows that the brackets were not closed.
var beginsStatement = [token.Kinds]bool{ //nolint:gochecknoglobals // never written
	token.Assert: true, token.Break: true, token.Class: true, token.Continue: true, token.Def: true,
	token.Del: true, token.Except: true, token.Finally: true, token.Global: true, token.Import: true,
	token.Nonlocal: true, token.Pass: true, token.Raise: true, token.Return: true, token.Try: true,
	token.While: true, token.With: true, token.At: true, token.Elif: true,
}
