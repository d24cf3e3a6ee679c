package syntax

import (
	"fmt"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// finish orders and links declarations and gives them ids: of several with one id,
// the later ones get their line.
func (f *File) finish() {
	f.link()
	f.dropPrototypes()
	f.order()
	seen, more := make(map[string]bool, len(f.Decls)), map[string]int{}
	for i := range f.Decls {
		d := &f.Decls[i]
		designator := coderef2.Designator(d.Type)
		d.ID = coderef2.Format(designator, f.Path, d.Name, 0)
		if seen[d.ID] {
			d.ID = coderef2.Format(designator, f.Path, d.Name, d.Line)
		}
		for seen[d.ID] { // two on one line
			at := coderef2.Format(designator, f.Path, d.Name, d.Line)
			more[at]++
			d.ID = fmt.Sprintf("%s{n=%d}", at, more[at]+1)
		}
		seen[d.ID] = true
	}
}

// link gives members that stand apart from their type that type as parent.
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

// order puts declarations in the order of their lines: macros are read first.
func (f *File) order() {
	if len(f.Directives) == 0 {
		return
	}
	by := make([]int, len(f.Decls)) // new index to old
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

// result returns the declarations as the index takes them.
func (f *File) Result() []facts.Decl {
	out := make([]facts.Decl, 0, len(f.Decls))
	for i := range f.Decls {
		if !f.Shallow || f.Decls[i].TopLevel {
			out = append(out, f.Decls[i].Decl)
		}
	}
	if f.Shallow { // parents may be left out: those of the top level have none to tell
		for i := range out {
			out[i].Parent = -1
		}
	}
	return slices.Clip(out)
}
