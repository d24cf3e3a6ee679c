package mcpfile

import (
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/problem"
)

// This file contains all that depends on how a server is reached, like the file of the same name in package
// config. The keys of a child process are read in field.go.

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
