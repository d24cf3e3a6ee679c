package symtable

import "github.com/coderef-system/coderefd/codeintel/python/token"

// holder returns the scope that binds a name, or nil.
func (s *Scope) holder(name string) *Scope {
	if s.Globals[name] {
		return s.Module.Scope
	}
	for at := s; at != nil; at = at.Parent {
		if (at.Kind != ClassScope || at == s) && at.Names[name] != nil {
			return at
		}
	}
	return nil
}

// Reaching returns the bindings of a name that may be in effect at a position.
func (s *Scope) Reaching(name string, p token.Pos) []*Binding {
	all := s.Names[name]
	if len(all) < 2 && (len(all) == 0 || all[0].From <= p) {
		return all
	}
	use := s.Root.At(p)
	var found []*Binding
	for i := len(all) - 1; i >= 0; i-- {
		b := all[i]
		if b.From > p {
			if inLoopWith(b.block, use) {
				found = append(found, b)
			}
			continue
		}
		if exclusive(b.block, use) || !escapes(b.block, use) {
			continue
		}
		found = append(found, b)
		if b.Kind != Unbinding && use.within(b.block.effective()) {
			break
		}
	}
	if len(found) == 0 && s.Kind == FunctionScope {
		return all
	}
	return found
}

// Final returns the bindings of a name that may be in effect at the end of the scope.
func (s *Scope) Final(name string) []*Binding {
	all := s.Names[name]
	if len(all) < 2 {
		return all
	}
	var found []*Binding
	for i := len(all) - 1; i >= 0; i-- {
		found = append(found, all[i])
		if all[i].Kind != Unbinding && all[i].block.effective() == s.Root {
			break
		}
	}
	return found
}
