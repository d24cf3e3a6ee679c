package project

import (
	"go/ast"
	"go/token"
	"hash/maphash"
	"maps"
	"reflect"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/platform"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// shape contains hashes of the parts of a file on which other files depend. If it does not
// change, the facts of other files remain valid.
type shape struct {
	Rest      uint64          // all declarations except functions, without bodies
	Types     uint64          // types and signatures of methods
	functions []functionShape // in source order
	Outside   map[uint32]bool // hashes of names outside bodies
	Names     map[uint32]bool // hashes of all names
}

// functionShape contains the hashes of a function's name and signature.
type functionShape struct {
	name      uint32
	signature uint64
}

// Equal reports whether other files cannot distinguish two versions of a file.
func (s *shape) Equal(t *shape) bool {
	return s.Rest == t.Rest && slices.Equal(s.functions, t.functions)
}

// ChangedFunctions returns the hashes of the names of functions that were added, removed or
// changed.
func (s *shape) ChangedFunctions(t *shape) map[uint32]bool {
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

// hashSeed makes the hashes of one process comparable.
var hashSeed = maphash.MakeSeed() //nolint:gochecknoglobals // never written

// nameHash returns the hash of a name. A collision only makes more files stale than necessary.
func nameHash(name string) uint32 { return uint32(maphash.String(hashSeed, name)) }

// hasher hashes syntax trees.
type hasher struct {
	hash    maphash.Hash
	outside map[uint32]bool
	own     *ast.Ident // name of the current function, which is not a mention
}

func shapeOf(file *ast.File, c *platform.Condition, names map[string]facts.Role) shape {
	s := &hasher{outside: map[uint32]bool{}}
	s.hash.SetSeed(hashSeed)
	out := shape{Outside: s.outside, Names: make(map[uint32]bool, len(names))}
	s.write(file.Name.Name)
	s.write(c.String())
	out.Rest = s.sum(file, func(d ast.Decl) bool { return !isFunction(d) })
	s.hash.Reset()
	out.Types = s.sum(file, affectsImplements)
	for _, d := range file.Decls {
		if isFunction(d) {
			s.hash.Reset()
			signature := s.sum(file, func(other ast.Decl) bool { return other == d })
			out.functions = append(out.functions, functionShape{nameHash(d.(*ast.FuncDecl).Name.Name), signature})
		}
	}
	for name := range names {
		out.Names[nameHash(name)] = true
	}
	return out
}

// isFunction reports whether a declaration is a function and not a method.
func isFunction(d ast.Decl) bool {
	f, ok := d.(*ast.FuncDecl)
	return ok && f.Recv == nil
}

// sum hashes some declarations of a file, and the imports to which they may refer.
func (s *hasher) sum(file *ast.File, matters func(ast.Decl) bool) uint64 {
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

// relevantImports returns the imports to which some package names may refer. A package name
// may differ from its path: if a name matches no import, it may refer to any of them.
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

// localName returns the likely name of an import in its file.
func localName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	return syntax.GuessName(syntax.ImportPath(spec))
}

// affectsImplements reports whether a declaration affects which types implement which
// interfaces: types, methods, and constants, which may be array lengths in method signatures.
func affectsImplements(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Recv != nil
	case *ast.GenDecl:
		return d.Tok == token.TYPE || d.Tok == token.CONST
	}
	return false
}

func (s *hasher) write(text string) {
	_, _ = s.hash.WriteString(text) // never fails
	_ = s.hash.WriteByte(0)
}

// node hashes a node without bodies and comments, and adds the names before selectors to
// qualifiers.
func (s *hasher) node(n ast.Node, qualifiers map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil {
			_ = s.hash.WriteByte(1)
			return true
		}
		s.write(reflect.TypeOf(n).Elem().Name())
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.CommentGroup:
			_ = s.hash.WriteByte(1) // Inspect does not report the end of a skipped node
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
			s.count(fieldCount(n.Recv), 0)
		case *ast.FuncType:
			s.count(fieldCount(n.TypeParams), fieldCount(n.Results))
		case *ast.Field:
			s.count(len(n.Names), 0)
		case *ast.ArrayType:
			if n.Len == nil {
				s.write("slice")
			}
		case *ast.SliceExpr:
			s.count(isPresent(n.Low)+2*isPresent(n.High), isPresent(n.Max))
		case *ast.CallExpr:
			if n.Ellipsis.IsValid() {
				s.write("...")
			}
		}
		return true
	})
}

// count hashes two numbers, such as the lengths of lists of children. Without them, nodes that
// distribute the same sequence of children differently would have the same hash.
func (s *hasher) count(a, b int) {
	_ = s.hash.WriteByte(byte(a))
	_ = s.hash.WriteByte(byte(b))
}

func fieldCount(list *ast.FieldList) int {
	if list == nil {
		return 0
	}
	return 1 + len(list.List)
}

func isPresent(e ast.Expr) int {
	if e == nil {
		return 0
	}
	return 1
}
