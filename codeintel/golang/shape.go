package golang

import (
	"go/ast"
	"go/token"
	"hash/maphash"
	"maps"
	"reflect"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// strip takes the bodies of functions out of a tree: what is left is what other
// files of the package, and other packages, can see of it.
func (t *tree) strip() {
	for _, d := range t.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			d.Body = nil
		case *ast.GenDecl:
			eachFuncLit(d, func(f *ast.FuncLit) {
				f.Body = &ast.BlockStmt{Lbrace: f.Body.Lbrace, Rbrace: f.Body.Rbrace}
			})
		}
	}
	t.file.Comments, t.file.Unresolved, t.text = nil, nil, ""
}

// eachFuncLit calls do with the function literals of a declaration, but for those
// within others.
func eachFuncLit(d *ast.GenDecl, do func(*ast.FuncLit)) {
	ast.Inspect(d, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncLit); ok && f.Body != nil {
			do(f)
			return false
		}
		return true
	})
}

// shape is what of a file matters to others. Equal shapes mean that facts of
// other files, once resolved, hold.
type shape struct {
	rest      uint64          // everything but bodies and functions
	classes   uint64          // types and the signatures of methods: who implements what
	functions []functionShape // in order
	outside   map[uint32]bool // names that occur outside of bodies
	names     map[uint32]bool // names that occur anywhere
}

// functionShape is the signature of a function, hashed like its name.
type functionShape struct {
	name      uint32
	signature uint64
}

// equal reports shapes that look the same to others.
func (s *shape) equal(t *shape) bool {
	return s.rest == t.rest && slices.Equal(s.functions, t.functions)
}

// changedFunctions returns the names of the functions that are new, gone or have
// another signature.
func (s *shape) changedFunctions(t *shape) map[uint32]bool {
	changed := map[uint32]bool{}
	for _, f := range s.functions {
		if !slices.Contains(t.functions, f) {
			changed[f.name] = true
		}
	}
	for _, f := range t.functions {
		if !slices.Contains(s.functions, f) {
			changed[f.name] = true
		}
	}
	return changed
}

// shapeSeed makes the hashes of one process comparable.
var shapeSeed = maphash.MakeSeed() //nolint:gochecknoglobals // never written

// nameHash is enough to tell names apart: when two fall together, more is found
// out anew than needed.
func nameHash(name string) uint32 { return uint32(maphash.String(shapeSeed, name)) }

// shaper hashes trees.
type shaper struct {
	hash    maphash.Hash
	outside map[uint32]bool
	own     *ast.Ident // the name of the function at hand, which does not mention itself
}

func shapeOf(file *ast.File, c *condition, names map[string]facts.Role) shape {
	s := &shaper{outside: map[uint32]bool{}}
	s.hash.SetSeed(shapeSeed)
	out := shape{outside: s.outside, names: make(map[uint32]bool, len(names))}
	s.write(file.Name.Name)
	s.write(c.String())
	out.rest = s.sum(file, func(d ast.Decl) bool { return !isFunction(d) })
	s.hash.Reset()
	out.classes = s.sum(file, isClassLike)
	for _, d := range file.Decls {
		if isFunction(d) {
			s.hash.Reset()
			signature := s.sum(file, func(other ast.Decl) bool { return other == d })
			out.functions = append(out.functions, functionShape{nameHash(d.(*ast.FuncDecl).Name.Name), signature})
		}
	}
	for name := range names {
		out.names[nameHash(name)] = true
	}
	return out
}

// isFunction reports a function that is no method.
func isFunction(d ast.Decl) bool {
	f, ok := d.(*ast.FuncDecl)
	return ok && f.Recv == nil
}

// sum hashes some of a file's declarations, and those of its imports that they may
// mention: what is imported for bodies only does not matter.
func (s *shaper) sum(file *ast.File, matters func(ast.Decl) bool) uint64 {
	qualifiers := map[string]bool{}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT || !matters(d) {
			continue
		}
		s.node(d, qualifiers)
	}
	for _, spec := range relevantImports(file, qualifiers) {
		s.node(spec, nil)
	}
	return s.hash.Sum64()
}

// relevantImports returns the imports that some names may mean. What a package is
// called, its path need not tell: if a name fits none, it may be any.
func relevantImports(file *ast.File, names map[string]bool) []*ast.ImportSpec {
	unexplained := maps.Clone(names)
	for _, spec := range file.Imports {
		delete(unexplained, localName(spec))
	}
	var out []*ast.ImportSpec
	for _, spec := range file.Imports {
		name := localName(spec)
		if name == "." || names[name] || spec.Name == nil && len(unexplained) > 0 {
			out = append(out, spec)
		}
	}
	return out
}

// localName returns the name that an import most likely has in its file.
func localName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	return guessName(importPath(spec))
}

// isClassLike reports what decides about who implements what: types, signatures of
// methods, and the constants that arrays in those have as their lengths.
func isClassLike(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Recv != nil
	case *ast.GenDecl:
		return d.Tok == token.TYPE || d.Tok == token.CONST
	}
	return false
}

func (s *shaper) write(text string) {
	_, _ = s.hash.WriteString(text) // never fails
	_ = s.hash.WriteByte(0)
}

// node hashes what a node says, but for bodies and comments, and collects the names
// that others are selected from.
func (s *shaper) node(n ast.Node, qualifiers map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil {
			_ = s.hash.WriteByte(1)
			return true
		}
		s.write(reflect.TypeOf(n).Elem().Name())
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.CommentGroup:
			_ = s.hash.WriteByte(1) // Inspect does not report the end of what it leaves out
			return false
		case *ast.Ident:
			s.write(n.Name)
			if n != s.own {
				s.outside[nameHash(n.Name)] = true
			}
		case *ast.BasicLit:
			s.write(n.Value)
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && qualifiers != nil {
				qualifiers[x.Name] = true
			}
		case *ast.BinaryExpr:
			s.write(n.Op.String())
		case *ast.UnaryExpr:
			s.write(n.Op.String())
		case *ast.GenDecl:
			s.write(n.Tok.String())
		case *ast.ChanType:
			_ = s.hash.WriteByte(byte(n.Dir))
		case *ast.TypeSpec:
			if n.Assign.IsValid() {
				s.write("=")
			}
		case *ast.ValueSpec:
			s.count(len(n.Names), len(n.Values))
		case *ast.FuncDecl:
			s.own = n.Name
			s.count(present(n.Recv), 0)
		case *ast.FuncType:
			s.count(present(n.TypeParams), present(n.Results))
		case *ast.Field:
			s.count(len(n.Names), 0)
		case *ast.ArrayType:
			if n.Len == nil {
				s.write("slice")
			}
		case *ast.SliceExpr:
			s.count(exists(n.Low)+2*exists(n.High), exists(n.Max))
		case *ast.CallExpr:
			if n.Ellipsis.IsValid() {
				s.write("...")
			}
		}
		return true
	})
}

// count tells apart nodes whose children, one after the other, look the same.
func (s *shaper) count(a, b int) {
	_ = s.hash.WriteByte(byte(a))
	_ = s.hash.WriteByte(byte(b))
}

func present(list *ast.FieldList) int {
	if list == nil {
		return 0
	}
	return 1 + len(list.List)
}

func exists(e ast.Expr) int {
	if e == nil {
		return 0
	}
	return 1
}
