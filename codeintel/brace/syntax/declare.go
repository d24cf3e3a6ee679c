package syntax

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// OwnerOf returns the declaration at index i as the owner of others.
func (f *File) OwnerOf(i int) Owner {
	d := &f.Decls[i]
	return Owner{Decl: i, Prefix: d.Name + ".", Name: d.Simple(), Exported: d.Exported, Kind: d.Type}
}

// maxName is the maximal length, in bytes, of a name with its qualifiers.
const maxName = 1000

// Add adds a declaration to the file and returns its index. simple is the unqualified
// name, name is its token, and from and to are the range of tokens of the declaration.
func (f *File) Add(o Owner, elementType, simple string, name, from, to int, exported bool) int {
	if len(o.Prefix)+len(simple) > maxName {
		f.tooLong, simple = true, "" // every member repeats the qualifiers, which could take quadratic space
		o.Prefix = ""
	}
	i := len(f.Decls)
	line := f.LineOf(name)
	f.Decls = append(f.Decls, Decl{
		Decl: facts.Decl{
			Element: facts.Element{
				Type: elementType, Name: strings.Clone(o.Prefix + simple), File: f.Path,
				Line: line, EndLine: max(line, f.EndLineOf(to-1)), Exported: exported && o.Exported,
			},
			Parent: o.Decl, TopLevel: o.Top,
		},
		NameAt: name, From: from, To: to, Body: -1, BodyEnd: -1,
	})
	return i
}

// SetBody sets the body of declaration d to the braces at token i.
func (f *File) SetBody(d, i, hi int) {
	f.Decls[d].Body, f.Decls[d].BodyEnd = f.Inside(i, hi)
}

// Sign sets the attributes and, unless the outline is shallow, the signature and doc
// comment of declaration d.
func (f *File) Sign(d int, attributes []Attribute, parameters []facts.Parameter, returns string, async bool) {
	at := &f.Decls[d]
	at.Attributes, at.Count = attributes, len(parameters)
	if f.Grammar.Prototypes {
		for _, p := range parameters {
			at.types += "," + strings.ReplaceAll(p.Type, " ", "")
		}
	}
	if f.Shallow {
		return
	}
	sig := &facts.Signature{
		Docstring: f.docOf(at.From, attributes), Parameters: parameters, Returns: returns, Async: async,
	}
	for _, a := range attributes {
		sig.Decorators = append(sig.Decorators, f.Written(a.From, a.To))
	}
	if sig.Docstring != "" || len(sig.Parameters) > 0 || sig.Returns != "" || sig.Async || len(sig.Decorators) > 0 {
		at.Signature = sig
	}
}
