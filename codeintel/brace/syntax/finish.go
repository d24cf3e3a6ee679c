package syntax

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// finish orders and links the declarations and sets their ids.
func (f *File) finish() {
	f.link()
	f.dropPrototypes()
	f.order()
	names := coderef2.NewNamer(f.Path, len(f.Decls))
	for i := range f.Decls {
		d := &f.Decls[i]
		d.ID = names.Name(d.Type, d.Name, d.Line)
	}
}

// link sets the parent of members that are declared outside of their type.
func (f *File) link() {
	types, spaces := map[string]int{}, map[string]int{}
	for i := range f.Decls {
		d := &f.Decls[i]
		if _, twice := types[d.Name]; !twice && d.Of == "" && IsType(d.Type) {
			types[d.Name] = i
		}
		if d.Type == facts.Namespace {
			spaces[d.Name] = i
		}
	}
	for i := range f.Decls {
		d := &f.Decls[i]
		if d.Of == "" {
			continue
		}
		if parent, ok := types[d.Of]; ok {
			d.Parent = parent
			d.Exported = d.Exported && f.Decls[parent].Exported
		} else if parent, ok := spaces[d.Of]; ok {
			d.Parent, d.Type, d.TopLevel = parent, facts.Function, f.Decls[parent].TopLevel
		}
	}
}

// order sorts declarations by line: macros are added before all others.
func (f *File) order() {
	if len(f.Directives) == 0 {
		return
	}
	by := make([]int, len(f.Decls)) // old index by new index
	for i := range by {
		by[i] = i
	}
	slices.SortStableFunc(by, func(a, b int) int { return f.Decls[a].Line - f.Decls[b].Line })
	moved, sorted := make([]int, len(by)), make([]Decl, len(by))
	for i, old := range by {
		moved[old], sorted[i] = i, f.Decls[old]
	}
	for i := range sorted {
		if sorted[i].Parent >= 0 {
			sorted[i].Parent = moved[sorted[i].Parent]
		}
	}
	f.Decls = sorted
}

// Result returns the declarations of the file, or the top-level ones if it is shallow.
func (f *File) Result() []facts.Decl {
	out := make([]facts.Decl, 0, len(f.Decls))
	for i := range f.Decls {
		if !f.Shallow || f.Decls[i].TopLevel {
			out = append(out, f.Decls[i].Decl)
		}
	}
	if f.Shallow { // the parents may be missing, and top-level declarations need none
		for i := range out {
			out[i].Parent = -1
		}
	}
	return slices.Clip(out)
}
