package tsgo

import "github.com/microsoft/typescript-go/internal/checker"

// MayBeKey reports whether a value of the type, used as a key, can be that name.
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
