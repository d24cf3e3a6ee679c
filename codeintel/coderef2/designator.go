package coderef2

import "slices"

// The designators that this package writes. [KnownTypes] returns all published ones; the
// set is open, and the published lists differ in their meanings.
const (
	TypeFunction  = "Fn"
	TypeClass     = "Cl"
	TypeComponent = "C"
	TypeHook      = "H"
	TypeMethod    = "M"
	TypeValue     = "V" // constants, variables and properties
	TypeInterface = "I" // interfaces and types
	TypeEnum      = "E"
	TypeNamespace = "N"
	TypeOther     = "AST"  // any other node of a syntax tree
	TypeFile      = "File" // a whole file; such a reference has no element
	TypeEndpoint  = "Endpoint"
)

// FileDesignator is the designator of a whole file. Such a reference has no element
// part.
const FileDesignator = TypeFile

// Designator returns the designator of an element type. The designator of an unknown type is
// AST (any node of a syntax tree).
func Designator(elementType string) string {
	switch elementType {
	case "function":
		return TypeFunction
	case "class":
		return TypeClass
	case "component":
		return TypeComponent
	case "hook":
		return TypeHook
	case "method":
		return TypeMethod
	case "constant", "variable", "property":
		return TypeValue
	case "interface", "type":
		return TypeInterface
	case "enum":
		return TypeEnum
	case "namespace":
		return TypeNamespace
	case "file":
		return TypeFile
	default:
		return TypeOther
	}
}

// KnownTypes returns the designators in all published lists, sorted.
func KnownTypes() []string {
	return []string{
		"A", "AST", "Ann", "Async", "Attr", "C", "Cfg", "Cl", "Comp", "Const", "Controller", "Cp", "Ctx", "Custom", "D", "DB",
		"Dec", "Dep", "Doc", "E", "Endpoint", "Enum", "F", "Fd", "File", "Fix", "Fn", "G", "Gen", "Guard", "H", "Hook",
		"I", "K",
		"M", "ML", "Macro", "Middleware", "Mo", "Model", "N", "P", "Param", "Pkg", "Provider", "Q", "Query", "R", "Resolver",
		"S", "SEC", "Schema", "Service", "T", "TD", "Test", "Tr", "Type", "V", "WIP",
	}
}

// IsKnownType reports whether a published list contains a designator.
func IsKnownType(designator string) bool {
	_, found := slices.BinarySearch(KnownTypes(), designator)
	return found
}

// isDesignator reports whether a word has the form of a designator: [A-Z][A-Za-z0-9]*.
func isDesignator(s string) bool {
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	for i := range len(s) {
		if !isWordByte(s[i]) || s[i] == '_' {
			return false
		}
	}
	return true
}

// BlockKinds returns the kinds of block references.
func BlockKinds() []string {
	return []string{"block", "case", "catch", "else", "for", "function", "if", "switch", "try", "while"}
}

func isBlockKind(s string) bool {
	_, found := slices.BinarySearch(BlockKinds(), s)
	return found
}
