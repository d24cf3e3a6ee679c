package project

import (
	"encoding/json"
	"path"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// manifest is the part of a package.json that name resolution needs.
type manifest struct {
	Name string `json:"name"`

	Dependencies         map[string]any `json:"dependencies"`
	DevDependencies      map[string]any `json:"devDependencies"`
	PeerDependencies     map[string]any `json:"peerDependencies"`
	OptionalDependencies map[string]any `json:"optionalDependencies"`
}

// readManifests returns the names of the packages in the project, and the dependencies
// of each package.json by its folder. Malformed parts of a package.json are ignored.
func readManifests(p *facts.Project) (packages map[string]bool, dependencies map[string]map[string]bool) {
	packages, dependencies = map[string]bool{}, map[string]map[string]bool{}
	for rel := range p.Known {
		if path.Base(rel) != "package.json" {
			continue
		}
		var m manifest
		if text, ok := p.Read(rel); ok {
			_ = json.Unmarshal([]byte(text), &m)
		}
		if m.Name != "" {
			packages[m.Name] = true
		}
		listed := map[string]bool{}
		for _, list := range []map[string]any{
			m.Dependencies, m.DevDependencies, m.PeerDependencies, m.OptionalDependencies,
		} {
			for name := range list {
				listed[name] = true
			}
		}
		dependencies[path.Dir(rel)] = listed
	}
	return packages, dependencies
}
