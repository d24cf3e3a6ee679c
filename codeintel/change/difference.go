package change

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// compare compares two versions of a declaration.
func compare(old, now *decl) Element {
	e := Element{Kind: Modified, Old: &old.Element, New: &now.Element}
	if old.of.path != now.of.path {
		e.Kind = Moved
	}
	before, after := signatureOf(old), signatureOf(now)
	if !sameCalls(before, after) {
		e.Parts.Signature = true
		e.Compatible = accepts(before, after)
	}
	e.Parts.Export = old.Exported != now.Exported || !slices.Equal(old.ExportedAs, now.ExportedAs)
	decorated := before.Async != after.Async || !slices.Equal(before.Decorators, after.Decorators)
	if old.text != now.text || decorated || old.Type != now.Type {
		if definesType(now.Type) {
			e.Parts.Signature = true
		} else {
			e.Parts.Body = true
		}
	}
	return e
}

func definesType(t string) bool {
	return t == facts.Interface || t == facts.TypeAlias || t == facts.Property
}

func signatureOf(d *decl) facts.Signature {
	if d.Signature == nil {
		return facts.Signature{}
	}
	return *d.Signature
}

func sameCalls(a, b facts.Signature) bool {
	return slices.Equal(a.Parameters, b.Parameters) && a.Returns == b.Returns
}

// accepts reports whether a signature accepts all calls that an old one accepts.
func accepts(old, now facts.Signature) bool {
	n := len(old.Parameters)
	if len(now.Parameters) < n || old.Returns != now.Returns || !slices.Equal(old.Parameters, now.Parameters[:n]) {
		return false
	}
	return !slices.ContainsFunc(now.Parameters[n:], func(p facts.Parameter) bool { return !p.Optional && !p.Rest })
}
