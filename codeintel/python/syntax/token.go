package syntax

type kind uint8

const (
	tokInvalid kind = iota // nothing accepts it: a character that is no Python, or after a failure
	tokEOF
	tokNewline
	tokIndent
	tokDedent
	lastSynthetic = tokDedent

	tokName kind = iota - 1
	tokInt
	tokFloat
	tokImaginary
	tokString
	tokBytes
	tokJoined // the prefix and opening quotes of an f-string or t-string

	tokLParen
	tokRParen
	tokLBracket
	tokRBracket
	tokLBrace
	tokRBrace
	tokComma
	tokColon
	tokDot
	tokEllipsis
	tokSemicolon
	tokAssign
	tokWalrus
	tokArrow
	tokAt
	tokBang
	tokBacktick
	tokTilde
	tokPlus
	tokMinus
	tokStar
	tokDoubleStar
	tokSlash
	tokDoubleSlash
	tokPercent
	tokVBar
	tokAmper
	tokCaret
	tokLShift
	tokRShift
	tokLess
	tokLessEqual
	tokGreater
	tokGreaterEqual
	tokEqual
	tokNotEqual
	tokAugmented // any of += -= …: parser.augmented has the operator

	tokFalse
	tokNone
	tokTrue
	tokAnd
	tokAs
	tokAssert
	tokAsync
	tokAwait
	tokBreak
	tokClass
	tokContinue
	tokDef
	tokDel
	tokElif
	tokElse
	tokExcept
	tokFinally
	tokFor
	tokFrom
	tokGlobal
	tokIf
	tokImport
	tokIn
	tokIs
	tokLambda
	tokNonlocal
	tokNot
	tokOr
	tokPass
	tokRaise
	tokReturn
	tokTry
	tokWhile
	tokWith
	tokYield
	kinds
)

// keyword returns the kind of a word.
func keyword(s string) kind {
	switch s {
	case "False":
		return tokFalse
	case "None":
		return tokNone
	case "True":
		return tokTrue
	case "and":
		return tokAnd
	case "as":
		return tokAs
	case "assert":
		return tokAssert
	case "async":
		return tokAsync
	case "await":
		return tokAwait
	case "break":
		return tokBreak
	case "class":
		return tokClass
	case "continue":
		return tokContinue
	case "def":
		return tokDef
	case "del":
		return tokDel
	case "elif":
		return tokElif
	case "else":
		return tokElse
	case "except":
		return tokExcept
	case "finally":
		return tokFinally
	case "for":
		return tokFor
	case "from":
		return tokFrom
	case "global":
		return tokGlobal
	case "if":
		return tokIf
	case "import":
		return tokImport
	case "in":
		return tokIn
	case "is":
		return tokIs
	case "lambda":
		return tokLambda
	case "nonlocal":
		return tokNonlocal
	case "not":
		return tokNot
	case "or":
		return tokOr
	case "pass":
		return tokPass
	case "raise":
		return tokRaise
	case "return":
		return tokReturn
	case "try":
		return tokTry
	case "while":
		return tokWhile
	case "with":
		return tokWith
	case "yield":
		return tokYield
	}
	return tokName
}

// The levels of operators that stand between operands, weakest first.
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

// infix tells the level of the operators that stand between operands, 0 for all
// other tokens.
var infix = [kinds]struct { //nolint:gochecknoglobals // never written
	level uint8
	op    Op
}{
	tokOr:           {levelOr, Or},
	tokAnd:          {levelAnd, And},
	tokNot:          {levelCompare, NotIn}, // x not in y
	tokIn:           {levelCompare, In},
	tokIs:           {levelCompare, Is},
	tokLess:         {levelCompare, Lt},
	tokLessEqual:    {levelCompare, LtE},
	tokGreater:      {levelCompare, Gt},
	tokGreaterEqual: {levelCompare, GtE},
	tokEqual:        {levelCompare, Eq},
	tokNotEqual:     {levelCompare, NotEq},
	tokVBar:         {levelBitOr, BitOr},
	tokCaret:        {levelBitXor, BitXor},
	tokAmper:        {levelBitAnd, BitAnd},
	tokLShift:       {levelShift, LShift},
	tokRShift:       {levelShift, RShift},
	tokPlus:         {levelSum, Add},
	tokMinus:        {levelSum, Sub},
	tokStar:         {levelTerm, Mult},
	tokSlash:        {levelTerm, Div},
	tokDoubleSlash:  {levelTerm, FloorDiv},
	tokPercent:      {levelTerm, Mod},
	tokAt:           {levelTerm, MatMult},
}

// beginsOperand tells the tokens that can begin an operand and cannot follow one.
var beginsOperand = [kinds]bool{ //nolint:gochecknoglobals // never written
	tokName: true, tokInt: true, tokFloat: true, tokImaginary: true, tokString: true,
	tokBytes: true, tokJoined: true, tokLBrace: true, tokBacktick: true, tokTilde: true,
	tokFalse: true, tokNone: true, tokTrue: true, tokLambda: true, tokAwait: true, tokEllipsis: true,
}

// beginsStatement tells the tokens that only the first word of a statement can be:
// where one begins a line in brackets, the brackets were not closed.
var beginsStatement = [kinds]bool{ //nolint:gochecknoglobals // never written
	tokAssert: true, tokBreak: true, tokClass: true, tokContinue: true, tokDef: true,
	tokDel: true, tokExcept: true, tokFinally: true, tokGlobal: true, tokImport: true,
	tokNonlocal: true, tokPass: true, tokRaise: true, tokReturn: true, tokTry: true,
	tokWhile: true, tokWith: true, tokAt: true, tokElif: true,
}
