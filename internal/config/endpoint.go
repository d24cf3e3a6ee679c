package config

import (
	"slices"
	"strconv"
	"strings"
)

// This file contains all that depends on how a server is reached: today, the child process
// that is started for it. The remaining settings of a server apply to every kind.

// endpointFields adds the fields of a --config file.
func (r *yamlReader) endpointFields(fields map[string]field, s *Server) {
	fields["command"] = r.expanded(&s.Command)
	fields["args"] = r.list(&s.Args, r.expanded)
	fields["env"] = r.stringMap(&s.Env)
	fields["inherit_env"] = r.list(&s.InheritEnv, r.str)
	fields["cwd"] = r.expanded(&s.Dir)
}

// endpointEntries returns the same fields for WriteYAML. The values of env, and arguments that contain one of
// them or of secrets, are masked.
func (s *Server) endpointEntries(secrets []string) []entry {
	env := []entry{}
	secrets = slices.Clone(secrets)
	for _, name := range sortedKeys(s.Env) {
		env = append(env, entry{name, masked})
		secrets = append(secrets, s.Env[name])
	}
	return []entry{
		{"command", s.Command},
		{"args", maskArgs(s.Args, secrets)},
		{"env", env},
		{"inherit_env", append([]string{}, s.InheritEnv...)},
		{"cwd", s.Dir},
	}
}

// checkEndpoint also rejects texts that the kernel would truncate or reject without naming their origin.
func (s *Server) checkEndpoint(k checker, field string) {
	if s.Command == "" {
		k.fail(field+".command", "must not be empty")
	}
	texts := map[string]string{field + ".command": s.Command, field + ".cwd": s.Dir}
	for i, arg := range s.Args {
		texts[indexed(field+".args", i)] = arg
	}
	for name, value := range s.Env {
		if name == "" || strings.Contains(name, "=") {
			k.fail(field+".env", "%q is not a variable name", name)
		}
		texts[field+".env."+name] = name + value
	}
	for _, at := range sortedKeys(texts) {
		if strings.Contains(texts[at], "\x00") {
			k.fail(at, "must not contain a NUL character")
		}
	}
}

// checkKind decides whether the service can connect to an entry of another client's file.
func (e *mcpEntry) checkKind() {
	at := e.at(e.member.at)
	switch kind := strings.ToLower(e.kind); {
	case kind == "http" || kind == "sse" || kind == "streamable-http" || kind == "streamablehttp" || kind == "ws",
		!e.has("command") && e.remote != "":
		e.refusals.add(at, e.path, "server uses %s, but only stdio servers are supported yet",
			map[bool]string{true: "WebSocket", false: "HTTP"}[kind == "ws"])
	case kind == "extension":
		e.refusals.add(at, e.path, "server is run by an extension of the editor; configure a command for it")
	case kind != "stdio" && kind != "local" && kind != "custom":
		e.bad.add(e.at(e.kindKey.at), join(e.path, e.kindKey.name), "unknown type %q; known: stdio", e.kind)
	case !e.has("command"):
		// Unknown keys are part of this message, because one of them may be the misspelt command, and
		// warnings are not shown for a rejected file.
		e.bad.add(at, e.path, "has no command%s", unknownKeys(e.unknown))
	case e.server.Command == "" && len(e.bad.list) == 0:
		e.bad.add(e.at(e.member.value.get("command").at), join(e.path, "command"), "must not be empty")
	}
}

// unknownKeys lists keys in parentheses, or returns "".
func unknownKeys(keys []string) string {
	quoted := make([]string, len(keys))
	for i, key := range keys {
		quoted[i] = strconv.Quote(key)
	}
	switch len(quoted) {
	case 0:
		return ""
	case 1:
		return " (unknown key " + quoted[0] + ")"
	}
	return " (unknown keys " + strings.Join(quoted, ", ") + ")"
}
