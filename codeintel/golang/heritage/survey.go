package heritage

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/load"
	"github.com/coderef-system/coderefd/codeintel/golang/project"
)

// Relations finds the types and methods that implement the project's interfaces, for some
// files. In Go a type implements an interface without naming it, possibly with the methods of
// embedded types. The syntax selects pairs of a type and an interface; the type checker
// decides.
type Relations struct {
	*load.Loader
	interfaces     map[string][]typeRef // by method name
	derived        map[string][]typeRef // by name of the base type
	local          map[localType]*localInfo
	pairs          []typePair
	links          map[string][]facts.Heritage // by path of the file
	WithTypes      bool                        // references from types are requested
	references     map[string][]facts.Reference
	interfaceCache map[string][]typeRef // results of interfacesWith
}

// typeRef refers to a named type in a file.
type typeRef struct {
	file  *project.File
	name  string
	iface *project.InterfaceDecl // nil if it is not an interface
}

// localType identifies a type by folder and name.
type localType struct{ dir, name string }

// localInfo describes the declarations of a type in a folder.
type localInfo struct {
	declared   bool
	methods    []string
	bases      []string
	incomplete bool            // derives from types of other packages, whose methods are unknown
	allMethods map[string]bool // result of methodNames
}

// typePair is a type and an interface that the type may implement, with the packages that
// contain them in a common view (see [project.View]).
type typePair struct {
	concrete, iface       typeRef
	concreteKey, ifaceKey load.Key
}

// survey collects the declarations of all files by name.
func (h *Relations) survey() {
	for _, f := range h.Files {
		if f.Standalone || f.Broken {
			continue
		}
		ifaces := map[string]*project.InterfaceDecl{}
		for n := range f.Interfaces {
			i := &f.Interfaces[n]
			ifaces[i.Name] = i
			info := h.info(f.Dir, i.Name)
			for _, m := range i.Methods {
				h.interfaces[m.Name] = append(h.interfaces[m.Name], typeRef{f, i.Name, i})
				info.methods = append(info.methods, m.Name)
			}
		}
		for _, name := range f.Types {
			h.info(f.Dir, name).declared = true
		}
		for _, d := range f.Derived {
			for _, of := range d.Bases {
				h.derived[of] = append(h.derived[of], typeRef{f, d.Name, ifaces[d.Name]})
			}
			info := h.info(f.Dir, d.Name)
			info.bases, info.incomplete = append(info.bases, d.Bases...), info.incomplete || d.Qualified
		}
		for _, m := range f.Methods {
			info := h.info(f.Dir, m.Receiver)
			info.methods = append(info.methods, m.Name)
		}
	}
}

func (h *Relations) info(dir, name string) *localInfo {
	key := localType{dir, name}
	if h.local[key] == nil {
		h.local[key] = &localInfo{}
	}
	return h.local[key]
}
