package names

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/layout"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// EndOfScope is a position at which all bindings of a scope have taken effect.
const EndOfScope token.Pos = -1

// Lookup returns the bindings that a name may have at a position, from the innermost scope that
// binds it. The names of a class are visible only directly in its body, not in the functions
// there. If through is not nil, Lookup appends the star imports that provide the name.
func (r *Resolver) Lookup(s *symtable.Scope, name string, p token.Pos,
	through *[]*symtable.Binding,
) []*symtable.Binding {
	if s.Globals[name] {
		s, p = s.Module.Scope, EndOfScope
	}
	for at := s; at != nil; at = at.Parent {
		if at.Kind == symtable.ClassScope && at != s {
			continue
		}
		var found []*symtable.Binding
		if at == s && p != EndOfScope {
			found = at.Reaching(name, p)
		} else {
			found = at.Final(name)
		}
		if at.Kind == symtable.ComprehensionScope && len(found) == 0 && at == s && at.Parent != nil &&
			at.Parent.Kind != symtable.ClassScope {
			s = at.Parent // a comprehension sees the bindings at its position
		}
		if len(found) > 0 {
			return found
		}
		if len(at.Stars) > 0 {
			if found = r.lookupStar(at, name, through, map[*symtable.Scope]bool{}); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// lookupStar returns the bindings of a name that the star imports of a scope provide.
func (r *Resolver) lookupStar(s *symtable.Scope, name string, through *[]*symtable.Binding,
	seen map[*symtable.Scope]bool,
) []*symtable.Binding {
	if seen[s] {
		return nil
	}
	seen[s] = true
	for i := len(s.Stars) - 1; i >= 0; i-- {
		star := s.Stars[i]
		from := r.Module(r.Locate(s.Module, star.Imported).File)
		if from == nil || !from.Outline.Exports.InStarImport(name) {
			continue
		}
		found := from.Scope.Final(name)
		if len(found) == 0 {
			found = r.lookupStar(from.Scope, name, nil, seen)
		}
		if len(found) > 0 {
			if through != nil {
				*through = append(*through, star)
			}
			return found
		}
	}
	return nil
}

// Locate returns the location of the module that an import names.
func (r *Resolver) Locate(m *symtable.Module, i *symtable.Import) layout.Location {
	return r.Layout.Resolve(m.Path, i.Level, i.Module)
}

// OwnBindings returns the final bindings of a name in a module, except imports of the module
// from itself.
func (r *Resolver) OwnBindings(m *symtable.Module, name string) []*symtable.Binding {
	return slices.DeleteFunc(slices.Clone(m.Scope.Final(name)), func(b *symtable.Binding) bool {
		return b.Kind == symtable.ImportBinding && r.Locate(m, b.Imported).File == m.Path
	})
}

// FollowImports replaces the bindings of imported names by the bindings in their modules.
// depth is the number of imports followed already.
func (r *Resolver) FollowImports(found []*symtable.Binding, depth int) []*symtable.Binding {
	var out []*symtable.Binding
	for _, b := range found {
		if depth > maxImports {
			continue // a cycle of imports
		}
		if b.Kind != symtable.ImportBinding || b.Imported.Name == "" {
			out = append(out, b)
			continue
		}
		m := r.Module(r.Locate(b.Scope.Module, b.Imported).File)
		if m == nil {
			out = append(out, b)
			continue
		}
		if m == b.Scope.Module {
			if inner := r.OwnBindings(m, b.Imported.Name); len(inner) > 0 {
				out = append(out, r.FollowImports(inner, depth+1)...)
			} else {
				out = append(out, b)
			}
			continue
		}
		inner := r.Lookup(m.Scope, b.Imported.Name, EndOfScope, nil)
		if len(inner) == 0 {
			out = append(out, b)
		}
		out = append(out, r.FollowImports(inner, depth+1)...)
	}
	return out
}

// maxImports bounds the number of imports that are followed for one name.
const maxImports = 20

// ImportsModule reports whether a file imports the module at a path without extension, or one
// below it.
func (r *Resolver) ImportsModule(m *symtable.Module, p string) bool {
	if m == nil {
		return false
	}
	for _, i := range m.Imports {
		at := r.Locate(m, i)
		for _, place := range []string{at.File, at.Dir} {
			if place == "" {
				continue
			}
			place = strings.TrimSuffix(strings.TrimSuffix(place, path.Ext(place)), "/__init__")
			if place == p || strings.HasPrefix(place, p+"/") {
				return true
			}
			if i.Name != "" && place+"/"+i.Name == p {
				return true
			}
		}
	}
	return false
}
