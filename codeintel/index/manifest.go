package index

import "encoding/json"

// manifest is what matters here of a package.json.
type manifest struct {
	Name string `json:"name"`

	Dependencies         map[string]any `json:"dependencies"`
	DevDependencies      map[string]any `json:"devDependencies"`
	PeerDependencies     map[string]any `json:"peerDependencies"`
	OptionalDependencies map[string]any `json:"optionalDependencies"`
}

// readManifest reads a package.json. One that is malformed says as much as its
// sound parts do: it is not ours to judge.
func readManifest(read func(string) (string, bool), rel string) (m manifest) {
	if text, ok := read(rel); ok {
		_ = json.Unmarshal([]byte(text), &m)
	}
	return m
}

// dependencies returns the names of all packages that are asked for.
func (m *manifest) dependencies() map[string]bool {
	names := map[string]bool{}
	for _, list := range []map[string]any{m.Dependencies, m.DevDependencies, m.PeerDependencies, m.OptionalDependencies} {
		for name := range list {
			names[name] = true
		}
	}
	return names
}
