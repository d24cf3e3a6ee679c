package config

import (
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// warnPrograms warns of servers whose program or working folder does not exist. This
// is not an error, because both may exist when the service starts.
func (l *loader) warnPrograms() {
	for i := range l.config.Servers {
		s := &l.config.Servers[i]
		if s.Command == "" || (s.Name == CodeIntelServer && l.noCodeIntel) {
			continue // reported already
		}
		child := mcpbridge.ServerConfig{Command: s.Command, Dir: s.Dir, Env: s.Environ(l.in.Environ)}
		dir, command := child.CheckProgram()
		if dir != nil {
			l.warn(problem.Server(s.Name)+".cwd", l.withoutSecrets(s, dir.Error()))
		}
		if command != nil {
			l.warn(l.commandField(s), l.withoutSecrets(s, command.Error()))
		}
	}
}

// commandField is the setting that defines the command of a server.
func (l *loader) commandField(s *Server) string {
	if s.Name == CodeIntelServer && s.Command == l.config.CodeIntel.Command {
		return "codeintel.command"
	}
	return problem.Server(s.Name) + ".command"
}

// withoutSecrets masks the values of variables that ${NAME} may have put into a path.
func (l *loader) withoutSecrets(s *Server, text string) string {
	secrets := l.config.secrets
	for name, value := range s.Env {
		if name != "PATH" {
			secrets = append(secrets[:len(secrets):len(secrets)], value)
		}
	}
	for _, secret := range secrets {
		if len(secret) > ordinary {
			text = strings.ReplaceAll(text, secret, masked)
		}
	}
	return text
}
