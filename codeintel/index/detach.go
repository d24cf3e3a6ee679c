package index

import (
	"strings"
	"unsafe"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// detach copies the strings of declarations that are substrings of the text. Such a substring
// would keep the text of the whole file in memory.
func detach(decls []facts.Decl, text string) {
	own := func(s *string) { *s = detached(*s, text) }
	for i := range decls {
		d := &decls[i]
		own(&d.ID)
		own(&d.Name)
		for j := range d.ExportedAs {
			own(&d.ExportedAs[j])
		}
		if d.Signature == nil {
			continue
		}
		own(&d.Signature.Docstring)
		own(&d.Signature.Returns)
		for j := range d.Signature.Decorators {
			own(&d.Signature.Decorators[j])
		}
		for j := range d.Signature.Parameters {
			own(&d.Signature.Parameters[j].Name)
			own(&d.Signature.Parameters[j].Type)
		}
	}
}

// detached returns s, or a copy of s if it is a substring of the text in memory.
func detached(s, text string) string {
	if s == "" || text == "" {
		return s
	}
	//nolint:gosec // only addresses are compared
	offset := uintptr(unsafe.Pointer(unsafe.StringData(s))) - uintptr(unsafe.Pointer(unsafe.StringData(text)))
	if offset >= uintptr(len(text)) { // also true if s is before the text: the offset wraps around
		return s
	}
	return strings.Clone(s)
}
