package mcpfile

import (
	"github.com/coderef-system/coderefd/internal/config/internal/jsontree"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/internal/config/internal/source"
)

// field reads one key of an entry.
func (e *entry) field(f jsontree.Member) {
	at := problem.Join(e.path, f.Name)
	if f.Value.Kind == 'n' {
		return // some clients write null for unset keys
	}
	switch f.Name {
	case "type", "transport", "transportType", "source":
		e.kind, e.kindKey = e.text(at, f.Value), f
	case "command":
		e.command(at, f.Value)
	case "args":
		e.server.Args = e.list(at, f.Value)
	case "env":
		e.server.Env = e.variables(at, f.Value)
	case "envFile":
		e.envFile = f.Value
	case "cwd":
		e.server.Dir = source.InFolder(e.editor.folder, e.text(at, f.Value))
	case "url", "serverUrl", "httpUrl":
		e.remote = f.Name
	case "sandboxEnabled":
		if e.flag(f.Name, false) {
			e.refusals.Add(e.at(f.At), at, "requires the sandbox of VS Code, which is not available here")
		}
	case "includeTools", "excludeTools", "enabledTools", "disabledTools", "tools":
		if len(f.Value.Items) > 0 && f.Value.Items[0].Text != "*" {
			e.odd.Warn(e.at(f.At), at, "has no effect: all tools of the server are offered")
		}
	case "disabled", "enabled": // already read
	case "headers", "oauth", "sandbox", "settings": // keys of servers that are left out
	case "name", "displayName", "description", "icon", "version", "gallery": // information for people
	default:
		e.unknownKey(at, f)
	}
}

// unknownKey warns about a key, once per file.
func (e *entry) unknownKey(path string, f jsontree.Member) {
	e.unknown = append(e.unknown, f.Name)
	if !e.warned[f.Name] {
		e.warned[f.Name] = true
		e.odd.Warn(e.at(f.At), path, "unknown key has no effect")
	}
}

// command reads the program. Older files of Zed have it in one object with its arguments and variables.
func (e *entry) command(path string, v *jsontree.Value) {
	if v.Kind != '{' {
		e.server.Command = e.text(path, v)
		return
	}
	e.repeated(path, v)
	for _, f := range v.Members {
		at := problem.Join(path, f.Name)
		switch f.Name {
		case "path":
			e.server.Command = e.text(at, f.Value)
		case "args":
			e.server.Args = e.list(at, f.Value)
		case "env":
			if f.Value.Kind != 'n' {
				e.server.Env = e.variables(at, f.Value)
			}
		default:
			e.unknownKey(at, f)
		}
	}
}
