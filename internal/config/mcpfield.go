package config

// field reads one key of an entry.
func (e *mcpEntry) field(f jsonMember) {
	at := join(e.path, f.name)
	if f.value.kind == 'n' {
		return // some clients write null for unset keys
	}
	switch f.name {
	case "type", "transport", "transportType", "source":
		e.kind, e.kindKey = e.text(at, f.value), f
	case "command":
		e.command(at, f.value)
	case "args":
		e.server.Args = e.list(at, f.value)
	case "env":
		e.server.Env = e.variables(at, f.value)
	case "envFile":
		e.envFile = f.value
	case "cwd":
		e.server.Dir = inFolder(e.editor.folder, e.text(at, f.value))
	case "url", "serverUrl", "httpUrl":
		e.remote = f.name
	case "sandboxEnabled":
		if e.flag(f.name, false) {
			e.refusals.add(e.at(f.at), at, "requires the sandbox of VS Code, which is not available here")
		}
	case "includeTools", "excludeTools", "enabledTools", "disabledTools", "tools":
		if len(f.value.items) > 0 && f.value.items[0].text != "*" {
			e.odd.warn(e.at(f.at), at, "has no effect: all tools of the server are offered")
		}
	case "disabled", "enabled": // already read
	case "headers", "oauth", "sandbox", "settings": // keys of servers that are left out
	case "name", "displayName", "description", "icon", "version", "gallery": // information for people
	default:
		e.unknownKey(at, f)
	}
}

// unknownKey warns about a key, once per file.
func (e *mcpEntry) unknownKey(path string, f jsonMember) {
	e.unknown = append(e.unknown, f.name)
	if !e.warned[f.name] {
		e.warned[f.name] = true
		e.odd.warn(e.at(f.at), path, "unknown key has no effect")
	}
}

// command reads the program. Older files of Zed have it in one object with its arguments and variables.
func (e *mcpEntry) command(path string, v *jsonValue) {
	if v.kind != '{' {
		e.server.Command = e.text(path, v)
		return
	}
	e.repeated(path, v)
	for _, f := range v.members {
		at := join(path, f.name)
		switch f.name {
		case "path":
			e.server.Command = e.text(at, f.value)
		case "args":
			e.server.Args = e.list(at, f.value)
		case "env":
			if f.value.kind != 'n' {
				e.server.Env = e.variables(at, f.value)
			}
		default:
			e.unknownKey(at, f)
		}
	}
}
