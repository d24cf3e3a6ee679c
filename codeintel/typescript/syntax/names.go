package syntax

import "strings"

// IsHookName reports use followed by a capital letter or digit.
func IsHookName(name string) bool {
	rest, ok := strings.CutPrefix(name, "use")
	return ok && rest != "" && (rest[0] >= 'A' && rest[0] <= 'Z' || rest[0] >= '0' && rest[0] <= '9')
}

func IsCapitalised(name string) bool {
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

func LastSegment(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
