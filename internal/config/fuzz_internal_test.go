package config

import (
	"testing"

	"github.com/coderef-system/coderefd/internal/config/internal/expand"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
)

func FuzzFile(f *testing.F) {
	for _, seed := range []string{
		"", "listen: a:1", "servers: {a: {command: x}}", "a: &a [*a]", "servers: &s\n  a: *s", "? [a]\n: b", "- - -",
		"servers: {a: {tools: {t: {repeatable: yes}}}}", "retry: {backoff: 1e9s}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(_ *testing.T, data []byte) {
		c := Default()
		var p problem.List
		r := &yamlReader{file: "f", problems: &p, origins: c.origins, env: expand.NewEnvironment(nil)}
		r.readFile(c, data)
		c.check(&p)
		_ = p.Err()
	})
}
