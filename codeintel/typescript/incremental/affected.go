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

// propagation follows changed names through the files of a unit. The meaning of a
// statement can change only if it mentions a changed name.
type propagation struct {
	unit     *program.Unit
	affected map[string]ChangedNames // by absolute path
	queue    []string                // files with exported names that are not propagated yet
	touched  map[string]bool         // by relative path: some statements mention changed names
	stale    map[string]bool         // by relative path: all facts may change
}

// AddAffected determines the effects of an edit of a file. It adds the files of the
// unit whose facts may all change to stale. others are the edits of files in which only the
// statements that mention certain names are affected. own are the names of the edited file
// whose meaning may change.
func AddAffected(
	u *program.Unit, stale map[string]bool, rel string, w ChangedNames,
) (own map[string]bool, others []Edit) {
	r := &propagation{
		unit: u, affected: map[string]ChangedNames{}, touched: map[string]bool{},
		stale: map[string]bool{},
	}
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

// add records changed names of a file. The names that its statements declare count as
// changed if the statements mention changed names.
func (r *propagation) add(path string, w ChangedNames) {
	known, ok := r.affected[path]
	if !ok {
		known = newChangedNames()
		r.affected[path] = known
	}
	names, public := len(known.local), len(known.exported)
	maps.Copy(known.local, w.local)
	maps.Copy(known.exported, w.exported)
	if t := r.summary(path); t != nil && len(known.local) > names {
		for grown := true; grown; {
			grown = false
			for i, may := range t.Mentioning(known.local) {
				if may && t.Statement(i).MentionsAny(known.local) {
					grown = known.add(t.Statement(i)) || grown
				}
			}
		}
	}
	if len(known.exported) > public {
		r.queue = append(r.queue, path)
	}
}

// addDependents marks everything that needs a file as stale.
func (r *propagation) addDependents(path string) {
	if rel, inside := r.unit.FS.Relative(path); inside {
		r.unit.AddDependents(r.stale, rel)
	} else {
		r.unit.AddAll(r.stale)
	}
}

// summary returns the summary of a file, or nil if it is not part of the project.
func (r *propagation) summary(path string) *summary.File {
	if f := r.unit.Program.SourceFile(path); f != nil {
		return r.unit.Summaries[f]
	}
	return nil
}

// followImport records the effects of changed names of a module on a file that needs
// the module. It returns false if the names do not determine the effects.
func (r *propagation) followImport(module, user string, names map[string]bool) bool {
	t := r.summary(user)
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
			return false // import(…) and require(…) use the whole module
		}
	}
	if !found { // a reference directive, or an implicit import of JSX
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

// imported adds the local names under which an import declares some of the names of its
// module, and reports whether there are any.
func imported(n *tsgo.Node, t *summary.File, names, into map[string]bool) bool {
	found := false
	for _, local := range syntax.ImportedNames(n.ImportClause()) {
		text := local.Text()
		switch local.Parent.Kind {
		case tsgo.KindImportSpecifier:
			if names[local.Parent.PropertyNameOrName().Text()] {
				into[text], found = true, true
			}
		case tsgo.KindNamespaceImport:
			for member := range names {
				if strings.Contains(t.Source.Text(), member) {
					into[text+"."+member], found = true, true
				}
			}
			if t.Names.UsedWhole[text] {
				into[text], found = true, true
			}
		default:
			if names[syntax.DefaultExport] {
				into[text], found = true, true
			}
		}
	}
	return found
}

// reExported adds the names under which a statement `export … from` exports some of the names
// of its module. It reports whether the facts of the statement can change.
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
		found := false
		for _, e := range clause.Elements() {
			if names[e.PropertyNameOrName().Text()] {
				into.exported[e.Name().Text()], found = true, true
			}
		}
		return found
	default:
		into.exported[clause.Name().Text()] = true
		return false
	}
}
