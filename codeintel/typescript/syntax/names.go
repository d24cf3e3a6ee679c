package syntax

import "strings"

// IsHookName reports whether a name is "use" followed by a capital letter or a digit.
func IsHookName(name string) bool {
	rest, ok := strings.CutPrefix(name, "use")
	return ok && rest != "" && (rest[0] >= 'A' && rest[0] <= 'Z' || rest[0] >= '0' && rest[0] <= '9')
}

// IsCapitalised reports whether a name begins with a capital ASCII letter.
func IsCapitalised(name string) bool {
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// LastSegment returns the part of a qualified name after the last dot.
func LastSegment(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
