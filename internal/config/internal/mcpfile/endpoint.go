package mcpfile

import (
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/jsontree"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/internal/config/internal/source"
)

// This file contains all that depends on how a server is reached, like the file of the same name in package
// config.

// endpointField reads a key of an entry, and reports whether the key says how the server is reached.
func (e *entry) endpointField(at string, f jsontree.Member) bool {
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
	case "headers", "oauth": // keys of servers that are left out
	default:
		return false
	}
	return true
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

// checkKind decides whether the service can connect to an entry of another client's file.
func (e *entry) checkKind() {
	at := e.at(e.member.At)
	switch kind := strings.ToLower(e.kind); {
	case kind == "http" || kind == "sse" || kind == "streamable-http" || kind == "streamablehttp" || kind == "ws",
		!e.has("command") && e.remote != "":
		e.refusals.Add(at, e.path, "server uses %s, but only stdio servers are supported yet",
			map[bool]string{true: "WebSocket", false: "HTTP"}[kind == "ws"])
	case kind == "extension":
		e.refusals.Add(at, e.path, "server is run by an extension of the editor; configure a command for it")
	case kind != "stdio" && kind != "local" && kind != "custom":
		e.bad.Add(e.at(e.kindKey.At), problem.Join(e.path, e.kindKey.Name), "unknown type %q; known: stdio", e.kind)
	case !e.has("command"):
		// Unknown keys are part of this message, because one of them may be the misspelt command, and
		// warnings are not shown for a rejected file.
		e.bad.Add(at, e.path, "has no command%s", unknownKeys(e.unknown))
	case e.server.Command == "" && len(e.bad.All()) == 0:
		e.bad.Add(e.at(e.member.Value.Get("command").At), problem.Join(e.path, "command"), "must not be empty")
	}
}
