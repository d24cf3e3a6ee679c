package index

import (
	"strings"
	"unsafe"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// detach makes declarations hold no part of the text they were read from: a name
// that is a part of it would keep the text of the whole file in memory.
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

// detached returns a string, or a copy of it if it is a part of the text.
func detached(s, text string) string {
	if s == "" || text == "" {
		return s
	}
	//nolint:gosec // only addresses are compared
	offset := uintptr(unsafe.Pointer(unsafe.StringData(s))) - uintptr(unsafe.Pointer(unsafe.StringData(text)))
	if offset >= uintptr(len(text)) { // before the text, it is huge
		return s
	}
	return strings.Clone(s)
}
