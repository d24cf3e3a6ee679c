package incremental

import (
	"maps"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/project"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// ripple follows what changed in files through the names it goes by: what a
// statement means to others can only change when it mentions a name that has.
type propagation struct {
	unit     *program.Unit
	affected map[string]ChangedNames // by file, absolute
	queue    []string                // files with more public ones than their users know
	// Files that may differ, relative: where they mention the names, or anywhere.
	touched, stale map[string]bool
}

// AddAffected adds the unit's files whose facts may differ now that some names of a
// file mean something else, but for those that others returns, for which names tell
// where they may. own are all names of the file itself that may mean something else.
func AddAffected(u *program.Unit, stale map[string]bool, rel string, w ChangedNames) (own map[string]bool, others []Edit) {
	r := &propagation{unit: u, affected: map[string]ChangedNames{}, touched: map[string]bool{}, stale: map[string]bool{}}
	r.add(project.Absolute(u.Project.Root, rel), w)
	for len(r.queue) > 0 {
		path := r.queue[0]
		r.queue = r.queue[1:]
		for _, user := range u.Graph.Users[path] {
			if !r.followImport(path, user, r.affected[path].exported) {
				r.addDependents(user)
			}
		}
	}
	for _, f := range u.Group.Files {
		switch t := u.Summary(f); {
		case r.stale[f], r.touched[f] && t == nil:
			stale[f] = true
		case r.touched[f]:
			others = append(others, newTouch(t, r.affected[project.Absolute(u.Project.Root, f)].local))
		}
	}
	return r.affected[project.Absolute(u.Project.Root, rel)].local, others
}

// affect adds names of a file, and those of its statements that mention them.
func (r *propagation) add(path string, w ChangedNames) {
	known, ok := r.affected[path]
	if !ok {
		known = newChangedNames()
		r.affected[path] = known
	}
	names, public := len(known.local), len(known.exported)
	maps.Copy(known.local, w.local)
	maps.Copy(known.exported, w.exported)
	if t := r.tree(path); t != nil && len(known.local) > names {
		for grown := true; grown; {
			grown = false
			for i, may := range t.Mentioning(known.local) {
				if may && t.Statement(i).MentionsAny(known.local) {
					grown = known.take(t.Statement(i)) || grown
				}
			}
		}
	}
	if len(known.exported) > public {
		r.queue = append(r.queue, path)
	}
}

// all affects everything that needs a file.
func (r *propagation) addDependents(path string) {
	if rel, inside := r.unit.FS.Relative(path); inside {
		r.unit.AddDependents(r.stale, rel)
	} else {
		r.unit.AddAll(r.stale)
	}
}

func (r *propagation) tree(path string) *summary.File {
	if f := r.unit.Program.SourceFile(path); f != nil {
		return r.unit.Summaries[f]
	}
	return nil
}

// reach takes names of a module to a file that needs it. It returns false when it
// cannot tell what becomes of them there.
func (r *propagation) followImport(module, user string, names map[string]bool) bool {
	t := r.tree(user)
	if t == nil || t.Source.IsJS() {
		return false
	}
	here := newChangedNames()
	stale, found := false, false
	for _, specifier := range t.Names.Specifiers {
		if path, ok := r.unit.Program.ResolvedModule(t.Source, specifier); !ok || path != module {
			continue
		}
		found = true
		switch n := specifier.Parent; n.Kind {
		case tsgo.KindImportDeclaration:
			stale = imported(n, t, names, here.local) || stale
		case tsgo.KindExportDeclaration:
			stale = reExported(n, names, here) || stale
		default:
			return false // import(…), require(…) and the like are used as a whole
		}
	}
	if !found { // a reference, or what JSX implies
		return false
	}
	if stale && tsgo.IsGlobal(t.Source) {
		r.unit.AddAll(r.stale)
	}
	if stale {
		r.touched[t.Path] = true
	}
	r.add(user, here)
	return true
}

// imported adds the local names that an import gives to names of its module, and
// reports that there are any.
func imported(n *tsgo.Node, t *summary.File, names, into map[string]bool) bool {
	any := false
	for _, local := range syntax.ImportedNames(n.ImportClause()) {
		text := local.Text()
		switch local.Parent.Kind {
		case tsgo.KindImportSpecifier:
			if names[local.Parent.PropertyNameOrName().Text()] {
				into[text], any = true, true
			}
		case tsgo.KindNamespaceImport:
			for member := range names {
				if strings.Contains(t.Source.Text(), member) {
					into[text+"."+member], any = true, true
				}
			}
			if t.Names.UsedWhole[text] {
				into[text], any = true, true
			}
		default:
			if names[syntax.DefaultExport] {
				into[text], any = true, true
			}
		}
	}
	return any
}

// reExported does so for export … from. One of everything passes names on, but says
// the same as before.
func reExported(n *tsgo.Node, names map[string]bool, into ChangedNames) bool {
	clause := n.AsExportDeclaration().ExportClause
	switch {
	case clause == nil:
		for name := range names {
			if name != syntax.DefaultExport {
				into.exported[name] = true
			}
		}
		return false
	case clause.Kind == tsgo.KindNamedExports:
		any := false
		for _, e := range clause.Elements() {
			if names[e.PropertyNameOrName().Text()] {
				into.exported[e.Name().Text()], any = true, true
			}
		}
		return any
	default:
		into.exported[clause.Name().Text()] = true
		return false
	}
}
