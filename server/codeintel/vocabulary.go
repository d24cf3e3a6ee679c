package codeintel

import (
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// The vocabularies of the tools are the value names of the contract's enums in lower case and without their
// prefix: "dependency_injection" is PATTERN_TYPE_DEPENDENCY_INJECTION, and "go-cover" is
// COVERAGE_REPORT_FORMAT_GO_COVER.

// enum is a generated enum type.
type enum interface {
	~int32
	protoreflect.Enum
}

// enumOf returns the value that a tool's word denotes. An unknown word becomes the value 0, which the
// contract reserves for this case.
func enumOf[E enum](word string) E {
	var none E
	values := none.Descriptor().Values()
	value := values.ByName(protoreflect.Name(enumPrefix(values)) + protoreflect.Name(strings.Map(nameRune, word)))
	if value == nil {
		return none
	}
	return E(value.Number())
}

// wordOf returns the tools' word for a value, with its parts joined by separator. It returns "" for the value
// 0, for which a tool uses its default.
func wordOf[E enum](e E, separator string) string {
	if e == 0 {
		return ""
	}
	values := e.Descriptor().Values()
	value := values.ByNumber(e.Number())
	if value == nil { // validation has rejected it
		return ""
	}
	word := strings.TrimPrefix(string(value.Name()), enumPrefix(values))
	return strings.ReplaceAll(strings.ToLower(word), "_", separator)
}

// enumPrefix returns the common prefix of the value names, which is the first name without UNSPECIFIED.
func enumPrefix(values protoreflect.EnumValueDescriptors) string {
	return strings.TrimSuffix(string(values.Get(0).Name()), "UNSPECIFIED")
}

func nameRune(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case r == '-' || r == '.':
		return '_'
	default:
		return r
	}
}
