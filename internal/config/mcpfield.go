package config

// field reads one key of an entry.
func (e *mcpEntry) field(f jsonMember) {
	at := join(e.path, f.name)
	if f.value.kind == 'n' {
		return // some clients write null for what is not set
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
			e.refusals.add(e.at(f.at), at, "the sandbox of VS Code is not there to run it in")
		}
	case "includeTools", "excludeTools", "enabledTools", "disabledTools", "tools":
		if len(f.value.items) > 0 && f.value.items[0].text != "*" {
			e.odd.warn(e.at(f.at), at, "has no effect: all tools of the server are offered")
		}
	case "disabled", "enabled": // read before
	case "headers", "oauth", "sandbox", "settings": // of servers that are left out
	case "name", "displayName", "description", "icon", "version", "gallery": // for people
	default:
		e.unknownKey(at, f)
	}
}

// unknownKey warns of a key, once per file.
func (e *mcpEntry) unknownKey(path string, f jsonMember) {
	e.unknown = append(e.unknown, f.name)
	if !e.told[f.name] {
		e.told[f.name] = true
		e.odd.warn(e.at(f.at), path, "key is not known here and has no effect")
	}
}

// command reads the program, which older files of Zed have in one object with its
// arguments and variables.
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
