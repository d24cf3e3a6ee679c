package mcpfile

import (
	"github.com/coderef-system/coderefd/internal/config/internal/jsontree"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
)

// field reads one key of an entry.
func (e *entry) field(f jsontree.Member) {
	at := problem.Join(e.path, f.Name)
	if f.Value.Kind == 'n' {
		return // some clients write null for unset keys
	}
	if e.endpointField(at, f) {
		return
	}
	switch f.Name {
	case "sandboxEnabled":
		if e.flag(f.Name, false) {
			e.refusals.Add(e.at(f.At), at, "requires the sandbox of VS Code, which is not available here")
		}
	case "includeTools", "excludeTools", "enabledTools", "disabledTools", "tools":
		if len(f.Value.Items) > 0 && f.Value.Items[0].Text != "*" {
			e.odd.Warn(e.at(f.At), at, "has no effect: all tools of the server are offered")
		}
	case "disabled", "enabled": // already read
	case "sandbox", "settings": // keys of servers that are left out
	case "name", "displayName", "description", "icon", "version", "gallery": // information for people
	default:
		e.unknownKey(at, f)
	}
}
