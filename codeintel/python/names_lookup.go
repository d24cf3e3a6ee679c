package python

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// anytime stands for a place from which all of a scope is seen as it is in the end.
const anytime token.Pos = -1

// lookup returns the bindings that a name may have at a place: of the innermost
// scope that binds it. The bodies of classes are seen from themselves only. path,
// if it is not nil, is given the import * statements that the name comes through.
func (r *resolver) lookup(s *scope, name string, p token.Pos, through *[]*binding) []*binding {
	if s.globals[name] {
		s, p = s.module.scope, anytime
	}
	for at := s; at != nil; at = at.parent {
		if at.kind == classScope && at != s {
			continue
		}
		var found []*binding
		if at == s && p != anytime {
			found = at.reaching(name, p)
		} else {
			found = at.final(name)
		}
		if at.kind == compScope && len(found) == 0 && at == s && at.parent != nil && at.parent.kind != classScope {
			s = at.parent // runs where it stands
		}
		if len(found) > 0 {
			return found
		}
		if len(at.stars) > 0 {
			if found = r.starred(at, name, through, map[*scope]bool{}); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// starred finds a name in what a scope imports all of.
func (r *resolver) starred(s *scope, name string, through *[]*binding, seen map[*scope]bool) []*binding {
	if seen[s] {
		return nil
	}
	seen[s] = true
	for i := len(s.stars) - 1; i >= 0; i-- {
		star := s.stars[i]
		from := r.module(r.locate(s.module, star.imported).file)
		if from == nil || !from.outline.exports.byStar(name) {
			continue
		}
		found := from.scope.final(name)
		if len(found) == 0 {
			found = r.starred(from.scope, name, nil, seen)
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

// locate returns where an import leads: for a name from a module, that module.
func (r *resolver) locate(m *module, i *importName) location {
	return r.layout.find(m.path, i.level, i.module)
}

// ownBindings returns the bindings of a name in a module but for those by which the
// module imports it from itself.
func (r *resolver) ownBindings(m *module, name string) []*binding {
	return slices.DeleteFunc(slices.Clone(m.scope.final(name)), func(b *binding) bool {
		return b.kind == boundImport && r.locate(m, b.imported).file == m.path
	})
}

// throughImports replaces imported names by what they are bound to where they come from.
func (r *resolver) throughImports(found []*binding, deep int) []*binding {
	var out []*binding
	for _, b := range found {
		if deep > maxImports {
			continue // they import each other in a circle
		}
		if b.kind != boundImport || b.imported.name == "" {
			out = append(out, b)
			continue
		}
		m := r.module(r.locate(b.scope.module, b.imported).file)
		if m == nil {
			out = append(out, b)
			continue
		}
		if m == b.scope.module {
			if inner := r.ownBindings(m, b.imported.name); len(inner) > 0 {
				out = append(out, r.throughImports(inner, deep+1)...)
			} else {
				out = append(out, b)
			}
			continue
		}
		inner := r.lookup(m.scope, b.imported.name, anytime, nil)
		if len(inner) == 0 {
			out = append(out, b)
		}
		out = append(out, r.throughImports(inner, deep+1)...)
	}
	return out
}

// maxImports bounds through how many modules an imported name is followed.
const maxImports = 20

// imports reports a file that imports a module, given without extension, or one
// below it.
func (r *resolver) imports(m *module, p string) bool {
	if m == nil {
		return false
	}
	for _, i := range m.imports {
		at := r.locate(m, i)
		for _, place := range []string{at.file, at.dir} {
			if place == "" {
				continue
			}
			place = strings.TrimSuffix(strings.TrimSuffix(place, path.Ext(place)), "/__init__")
			if place == p || strings.HasPrefix(place, p+"/") {
				return true
			}
			if i.name != "" && place+"/"+i.name == p {
				return true
			}
		}
	}
	return false
}
