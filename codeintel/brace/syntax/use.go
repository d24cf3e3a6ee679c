package syntax

import (
	"path"
	"strings"
)

// Use is one import as it is written.
type Use struct {
	Path   string   // the specifier, with the separators of the language
	Name   string   // the imported name, "*" for all; "" for a whole file
	As     string   // the alias; "" for none
	Offset int      // its offset in the text, in bytes
	System bool     // #include <...>
	Inner  bool     // mod x; of Rust: a module in a file of its own
	Scope  []string // the modules of the file that contain the import
	Custom string   // the file that #[path = "..."] names
}

// Last returns the last name in an import.
func (u *Use) Last() string {
	switch u.Name {
	case "*", "":
		p := strings.TrimRight(u.Path, ":.")
		p = p[strings.LastIndexAny(p, ":./")+1:]
		if u.Name == "" && !u.Inner {
			p = path.Base(u.Path) // x.h
		}
		return p
	default:
		return u.Name
	}
}

// Module returns the last part of the imported module, without extension.
func (u *Use) Module() string {
	if u.Name == "" && !u.Inner {
		base := path.Base(u.Path)
		return strings.TrimSuffix(base, path.Ext(base))
	}
	if u.Name != "" && u.Name != "*" && u.Name[0] >= 'A' && u.Name[0] <= 'Z' && strings.Contains(u.Path, "::") {
		return u.Path[strings.LastIndex(u.Path, "::")+2:]
	}
	return u.Last()
}
