package heritage

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/load"
	"github.com/coderef-system/coderefd/codeintel/golang/project"
)

// Relations finds out which methods of the files that are asked for implement which
// methods of the project's interfaces. A type implements an interface without
// naming it, and may do so by a method of what it embeds: the syntax tells which
// pairs of a type and an interface are worth a look, the type checker decides.
type Relations struct {
	*load.Loader
	interfaces     map[string][]typeRef // by the name of a method
	derived        map[string][]typeRef // by the name of what they derive from
	local          map[localType]*localInfo
	pairs          []typePair
	links          map[string][]facts.Heritage // by file
	WithTypes      bool                        // whole types are asked for, too
	references     map[string][]facts.Reference
	interfaceCache map[string][]typeRef // what having said
}

// typeRef is a named type of a file.
type typeRef struct {
	file  *project.File
	name  string
	iface *project.InterfaceDecl // nil if it is none
}

// localType is a type by the folder and the name of it.
type localType struct{ dir, name string }

// localInfo is what the syntax tells of the types of one folder and name.
type localInfo struct {
	declared   bool
	methods    []string
	bases      []string
	incomplete bool            // derives from types of other packages, which have what methods they have
	allMethods map[string]bool // what methodNames said
}

// typePair is a type that may implement an interface, and the world they meet in.
type typePair struct {
	concrete, iface       typeRef
	concreteKey, ifaceKey load.Key
}

// survey lists what the files declare, by name.
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
