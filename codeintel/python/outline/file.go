package outline

import (
	"fmt"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// lister lists the declarations of one file after another and reuses its memory.
type lister struct {
	parser.Reader
	decls []facts.Decl
}

// New lists the declarations of a file in source order.
func New(path string, m *syntax.Module) *Outline {
	o := &Outline{Path: path, Module: m, At: map[syntax.Node]int{}}
	o.list()
	return o
}

// outline lists the declarations of a file in source order. A shallow outline lists only those
// at the top level, without signatures. The caller owns the result.
func (l *lister) outline(path string, m *syntax.Module, shallow bool) []facts.Decl {
	o := &Outline{Path: path, Module: m, shallow: shallow, Decls: l.decls[:0]}
	o.list()
	decls := append([]facts.Decl(nil), o.Decls...)
	clear(o.Decls)
	l.decls = o.Decls
	return decls
}

func (o *Outline) list() {
	o.Exports = readExports(o.Module)
	o.block(o.Module.Body, &context{owner: -1, exported: true})
	o.identify()
}

// identify assigns the ids.
func (o *Outline) identify() {
	names := coderef2.NewNamer(o.Path, len(o.Decls))
	for i := range o.Decls {
		d := &o.Decls[i]
		d.ID = names.Name(d.Type, d.Name, d.Line)
	}
}

// File lists the declarations of a file. warning is the first syntax error, or "". The error is
// [facts.ErrTooDeep], or reports a panic of the parser. File is safe for concurrent use.
func File(file, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	defer func() {
		if r := recover(); r != nil {
			decls, warning, err = nil, "", fmt.Errorf("outline %s: panic: %v", file, r)
		}
	}()
	l := listers.Get().(*lister)
	m, failure := l.Parse(text)
	if failure != nil {
		if failure.TooDeep {
			return nil, "", facts.ErrTooDeep
		}
		warning = Warning(file, failure)
	}
	decls = l.outline(file, m, shallow)
	listers.Put(l) // a lister that panicked is not reused
	return decls, warning, nil
}

// listers are the idle listers.
var listers = sync.Pool{New: func() any { return new(lister) }} //nolint:gochecknoglobals // safe for concurrent use
