package brace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// decl is a declaration on its way: with the tokens it is made of.
type decl struct {
	facts.Decl
	name       int    // token of its name
	from, to   int    // tokens of the whole, attributes left out
	body, end  int    // tokens of its body, if it has one: between the braces
	base       [2]int // tokens of what a type extends and implements
	of         string // Rust: the type that an impl is for, to be linked when all are known
	attributes []attribute
	prototype  bool   // C: a function declared, and perhaps defined elsewhere
	count      int    // of parameters
	types      string // of parameters, as they are written but for spaces
}

// attribute is a decorator, annotation or attribute.
type attribute struct {
	name     string // without path and arguments
	from, to int    // tokens, without its mark
}

// owner is what declarations are in.
type owner struct {
	decl     int    // or -1
	prefix   string // of their names: "" or "A.B."
	simple   string // its own name
	exported bool
	top      bool // what is in it counts as top-level
	kind     string
}

func fileOwner() owner { return owner{decl: -1, exported: true, top: true, kind: facts.FileType} }

// inside returns a declaration as the owner of others.
func (s *scan) owner(i int) owner {
	d := &s.decls[i]
	return owner{decl: i, prefix: d.Name + ".", simple: d.Name[strings.LastIndexByte(d.Name, '.')+1:], exported: d.Exported, kind: d.Type}
}

// maxName bounds, in bytes, a name with all it is nested in.
const maxName = 1000

// add lists a declaration called by the token at name. from and to are its tokens.
func (s *scan) add(o owner, elementType, simple string, name, from, to int, exported bool) int {
	if len(o.prefix)+len(simple) > maxName {
		s.tooLong, simple = true, "" // what it is nested in repeats with each member
		o.prefix = ""
	}
	i := len(s.decls)
	line := s.lineOf(name)
	s.decls = append(s.decls, decl{
		Decl: facts.Decl{
			Element: facts.Element{
				Type: elementType, Name: strings.Clone(o.prefix + simple), File: s.path,
				Line: line, EndLine: max(line, s.endLineOf(to-1)), Exported: exported && o.exported,
			},
			Parent: o.decl, TopLevel: o.top,
		},
		name: name, from: from, to: to, body: -1, end: -1,
	})
	return i
}

// setBody notes the braces at i as the body of a declaration.
func (s *scan) setBody(d, i, hi int) {
	s.decls[d].body, s.decls[d].end = s.inside(i, hi)
}

// sign gives a declaration what it says of itself, unless nobody asked.
func (s *scan) sign(d int, attributes []attribute, parameters []facts.Parameter, returns string, async bool) {
	at := &s.decls[d]
	at.attributes, at.count = attributes, len(parameters)
	if s.defines {
		for _, p := range parameters {
			at.types += "," + strings.ReplaceAll(p.Type, " ", "")
		}
	}
	if s.shallow {
		return
	}
	sig := &facts.Signature{Docstring: s.docOf(at.from, attributes), Parameters: parameters, Returns: returns, Async: async}
	for _, a := range attributes {
		sig.Decorators = append(sig.Decorators, s.written(a.from, a.to))
	}
	if sig.Docstring != "" || len(sig.Parameters) > 0 || sig.Returns != "" || sig.Async || len(sig.Decorators) > 0 {
		at.Signature = sig
	}
}

// warn notes the first syntax error.
func (s *scan) warn(i int, what string) {
	if s.warning == "" {
		s.warning = fmt.Sprintf("%s:%d: %s", s.path, s.lineOf(i), what)
	}
}

// finish orders and links declarations and gives them ids: of several with one id,
// the later ones get their line.
func (s *scan) finish() {
	s.link()
	s.dropPrototypes()
	s.order()
	seen, more := make(map[string]bool, len(s.decls)), map[string]int{}
	for i := range s.decls {
		d := &s.decls[i]
		designator := coderef2.Designator(d.Type)
		d.ID = coderef2.Format(designator, s.path, d.Name, 0)
		if seen[d.ID] {
			d.ID = coderef2.Format(designator, s.path, d.Name, d.Line)
		}
		for seen[d.ID] { // two on one line
			at := coderef2.Format(designator, s.path, d.Name, d.Line)
			more[at]++
			d.ID = fmt.Sprintf("%s{n=%d}", at, more[at]+1)
		}
		seen[d.ID] = true
	}
}

// link gives members that stand apart from their type that type as parent.
func (s *scan) link() {
	types, spaces := map[string]int{}, map[string]int{}
	for i := range s.decls {
		d := &s.decls[i]
		if _, twice := types[d.Name]; !twice && d.of == "" && isType(d.Type) {
			types[d.Name] = i
		}
		if d.Type == facts.Namespace {
			spaces[d.Name] = i
		}
	}
	for i := range s.decls {
		d := &s.decls[i]
		if d.of == "" {
			continue
		}
		if parent, ok := types[d.of]; ok {
			d.Parent = parent
			d.Exported = d.Exported && s.decls[parent].Exported
		} else if parent, ok := spaces[d.of]; ok {
			d.Parent, d.Type, d.TopLevel = parent, facts.Function, s.decls[parent].TopLevel
		}
	}
}

func isType(elementType string) bool {
	switch elementType {
	case facts.Class, facts.Interface, facts.Enum, facts.TypeAlias:
		return true
	}
	return false
}

// dropPrototypes leaves out what declares only what the same file defines apart: it
// has the same parameters; or as many, where only one is left that may be meant.
func (s *scan) dropPrototypes() {
	drop := s.definedApart()
	if len(drop) == 0 {
		return
	}
	moved := make([]int, len(s.decls)) // old index to new
	var kept []decl
	for i := range s.decls {
		moved[i] = len(kept)
		if by, ok := drop[i]; ok {
			s.adopt(&s.decls[by], &s.decls[i])
			moved[i] = -1
		}
		if moved[i] >= 0 {
			kept = append(kept, decl{})
		}
	}
	for i := range s.decls {
		if moved[i] >= 0 {
			kept[moved[i]] = s.decls[i]
		}
	}
	for i := range kept {
		if kept[i].Parent >= 0 {
			kept[i].Parent = moved[kept[i].Parent]
		}
	}
	s.decls = kept
}

// definedApart returns prototypes with their definitions. What is defined in a class
// is defined there once.
func (s *scan) definedApart() map[int]int {
	byTypes, byCount := map[string][]int{}, map[string][]int{}
	drop, used := map[int]int{}, map[int]bool{}
	for i := range s.decls {
		d := &s.decls[i]
		if d.body >= 0 && !d.prototype && (d.of != "" || d.Type == facts.Function) && d.name >= 0 {
			byTypes[d.Name+d.types] = append(byTypes[d.Name+d.types], i)
		}
	}
	if len(byTypes) == 0 {
		return nil
	}
	for i := range s.decls {
		if d := &s.decls[i]; d.prototype && len(byTypes[d.Name+d.types]) > 0 {
			drop[i] = byTypes[d.Name+d.types][0]
			used[drop[i]] = true
		}
	}
	key := func(d *decl) string { return fmt.Sprint(d.Name, " ", d.count) }
	for _, list := range byTypes {
		for _, i := range list {
			if !used[i] {
				byCount[key(&s.decls[i])] = append(byCount[key(&s.decls[i])], i)
			}
		}
	}
	left := map[string][]int{}
	for i := range s.decls {
		if d := &s.decls[i]; d.prototype && len(byCount[key(d)]) == 1 {
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

// order puts declarations in the order of their lines: macros are read first.
func (s *scan) order() {
	if len(s.directives) == 0 {
		return
	}
	by := make([]int, len(s.decls)) // new index to old
	for i := range by {
		by[i] = i
	}
	slices.SortStableFunc(by, func(a, b int) int { return s.decls[a].Line - s.decls[b].Line })
	moved, sorted := make([]int, len(by)), make([]decl, len(by))
	for i, old := range by {
		moved[old], sorted[i] = i, s.decls[old]
	}
	for i := range sorted {
		if sorted[i].Parent >= 0 {
			sorted[i].Parent = moved[sorted[i].Parent]
		}
	}
	s.decls = sorted
}

// adopt gives a definition what only its declaration tells.
func (s *scan) adopt(by, prototype *decl) {
	by.Exported = by.Exported && prototype.Exported
	if prototype.Signature != nil && prototype.Signature.Docstring != "" && by.Signature == nil {
		by.Signature = &facts.Signature{}
	}
	if prototype.Signature != nil && by.Signature != nil && by.Signature.Docstring == "" {
		by.Signature.Docstring = prototype.Signature.Docstring
	}
}

// result returns the declarations as the index takes them.
func (s *scan) result() []facts.Decl {
	out := make([]facts.Decl, 0, len(s.decls))
	for i := range s.decls {
		if !s.shallow || s.decls[i].TopLevel {
			out = append(out, s.decls[i].Decl)
		}
	}
	if s.shallow { // parents may be left out: those of the top level have none to tell
		for i := range out {
			out[i].Parent = -1
		}
	}
	return slices.Clip(out)
}
