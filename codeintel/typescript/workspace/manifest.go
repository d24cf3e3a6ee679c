package workspace

import (
	"encoding/json"
	"maps"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// manifest is the part of a package.json, or of a deno.json, that name resolution needs.
type manifest struct {
	dir          string // relative to the project; "." is the root
	name         string
	version      string
	workspaces   []string          // patterns of the folders of members
	dependencies map[string]string // specifications of what is installed with the package, by name
	peers        map[string]string // specifications of what the users of the package install, by name
	overrides    map[string]string // specifications that replace those of all members, by name
}

// parsePackage parses a package.json. It ignores malformed parts.
func parsePackage(dir, text string) *manifest {
	var m struct {
		Name       string
		Version    string
		Workspaces json.RawMessage

		Dependencies         map[string]any
		DevDependencies      map[string]any
		PeerDependencies     map[string]any
		OptionalDependencies map[string]any

		Overrides   map[string]any
		Resolutions map[string]any
		Pnpm        struct{ Overrides map[string]any }
	}
	_ = json.Unmarshal([]byte(text), &m)
	return &manifest{
		dir: dir, name: m.Name, version: m.Version, workspaces: patterns(m.Workspaces),
		dependencies: merged(m.Dependencies, m.OptionalDependencies, m.DevDependencies),
		peers:        merged(m.PeerDependencies),
		overrides:    merged(m.Overrides, m.Resolutions, m.Pnpm.Overrides),
	}
}

// patterns decodes a list of patterns, which may be in a field of an object.
func patterns(raw json.RawMessage) []string {
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	var object struct{ Packages, Members []string }
	_ = json.Unmarshal(raw, &object)
	return append(object.Packages, object.Members...)
}

// merged merges specifications; later lists have precedence. A value that is not a string
// becomes the empty specification.
func merged(lists ...map[string]any) map[string]string {
	all := map[string]string{}
	for _, list := range lists {
		for name, value := range list {
			text, _ := value.(string)
			all[name] = text
		}
	}
	return all
}

// denoConfig is the part of a deno.json that name resolution needs.
type denoConfig struct {
	manifest
	exports json.RawMessage
	imports map[string]string
}

// parseDeno parses a deno.json or deno.jsonc. It ignores malformed parts.
func parseDeno(dir, text string) *denoConfig {
	var m struct {
		Name, Version               string
		Exports, Workspace, Imports json.RawMessage
	}
	_ = json.Unmarshal(tsgo.PlainJSON(text), &m)
	c := &denoConfig{exports: m.Exports, imports: map[string]string{}}
	c.manifest = manifest{dir: dir, name: m.Name, version: m.Version, workspaces: patterns(m.Workspace)}
	_ = json.Unmarshal(m.Imports, &c.imports)
	return c
}

// packageJSON returns the package.json that describes the same package to the compiler.
func (c *denoConfig) packageJSON() string {
	fields := map[string]any{"name": c.name, "type": "module"}
	if c.exports != nil {
		fields["exports"] = c.exports
	}
	text, err := json.Marshal(fields)
	if err != nil { // exports was decoded from valid JSON
		panic(err)
	}
	return string(text)
}

// external returns the names in the imports of a deno.json that lead to other packages.
func (c *denoConfig) external() map[string]string {
	all := maps.Clone(c.imports)
	maps.DeleteFunc(all, func(_, to string) bool { return to == "" || to[0] == '.' || to[0] == '/' })
	return all
}
