package syntax

import (
	"fmt"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// dropPrototypes removes the prototypes whose definition is in the same file. The definition
// has the same name and the same parameter types. If only one prototype and one definition with
// a name and a number of parameters remain, they match as well.
func (f *File) dropPrototypes() {
	drop := f.definitionsOf()
	if len(drop) == 0 {
		return
	}
	moved := make([]int, len(f.Decls)) // new index by old index
	var kept []Decl
	for i := range f.Decls {
		moved[i] = len(kept)
		if by, ok := drop[i]; ok {
			f.mergePrototype(&f.Decls[by], &f.Decls[i])
			moved[i] = -1
		}
		if moved[i] >= 0 {
			kept = append(kept, Decl{})
		}
	}
	for i := range f.Decls {
		if moved[i] >= 0 {
			kept[moved[i]] = f.Decls[i]
		}
	}
	for i := range kept {
		if kept[i].Parent >= 0 {
			kept[i].Parent = moved[kept[i].Parent]
		}
	}
	f.Decls = kept
}

// definitionsOf returns the definition of each prototype to remove. A function defined
// inside of a class has no prototype.
func (f *File) definitionsOf() map[int]int {
	byTypes, byCount := map[string][]int{}, map[string][]int{}
	drop, used := map[int]int{}, map[int]bool{}
	for i := range f.Decls {
		d := &f.Decls[i]
		if d.Body >= 0 && !d.Prototype && (d.Of != "" || d.Type == facts.Function) && d.NameAt >= 0 {
			byTypes[d.Name+d.types] = append(byTypes[d.Name+d.types], i)
		}
	}
	if len(byTypes) == 0 {
		return nil
	}
	for i := range f.Decls {
		if d := &f.Decls[i]; d.Prototype && len(byTypes[d.Name+d.types]) > 0 {
			drop[i] = byTypes[d.Name+d.types][0]
			used[drop[i]] = true
		}
	}
	key := func(d *Decl) string { return fmt.Sprint(d.Name, " ", d.Count) }
	for _, list := range byTypes {
		for _, i := range list {
			if !used[i] {
				byCount[key(&f.Decls[i])] = append(byCount[key(&f.Decls[i])], i)
			}
		}
	}
	left := map[string][]int{}
	for i := range f.Decls {
		if d := &f.Decls[i]; d.Prototype && len(byCount[key(d)]) == 1 {
			if _, found := drop[i]; !found {
				left[key(d)] = append(left[key(d)], i)
			}
		}
	}
	for k, list := range left {
		if len(list) == 1 {
			drop[list[0]] = byCount[k][0]
		}
	}
	return drop
}

// mergePrototype adds the doc comment of a prototype to its definition, if the definition
// has none. The definition is exported only if the prototype is, too.
func (f *File) mergePrototype(by, prototype *Decl) {
	by.Exported = by.Exported && prototype.Exported
	if prototype.Signature != nil && prototype.Signature.Docstring != "" && by.Signature == nil {
		by.Signature = &facts.Signature{}
	}
	if prototype.Signature != nil && by.Signature != nil && by.Signature.Docstring == "" {
		by.Signature.Docstring = prototype.Signature.Docstring
	}
}
