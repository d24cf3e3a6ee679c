package config

import (
	"strings"
	"testing"
)

func TestExpand(t *testing.T) {
	env := lookupIn([]string{"A=1", "EMPTY=", "NEST=${A}"})
	tests := []struct{ in, want, err string }{
		{"", "", ""},
		{"plain $A $ {A} $$", "plain $A $ {A} $$", ""},
		{"x${A}y${A}", "x1y1", ""},
		{"${EMPTY}", "", ""},
		{"${EMPTY:-d}", "d", ""},
		{"${NOT:-d e}", "d e", ""},
		{"${NOT:-}", "", ""},
		{"${NOT:-${A}}", "${A}", ""}, // a default is not expanded: it ends at the first }
		{"${NEST}", "${A}", ""},
		{"${A", "", "${ without }"},
		{"${}", "", "${}: not the name of a variable"},
		{"${1A}", "", "${1A}: not the name of a variable"},
		{"${A B}", "", "${A B}: not the name of a variable"},
		{"a${NOT}b", "ab", "environment variable NOT is not set; set it, or write ${NOT:-default}"},
	}
	for _, test := range tests {
		t.Run(test.in, func(t *testing.T) {
			got, err := expand(test.in, env)
			message := ""
			if err != nil {
				message = err.Error()
			}
			if got != test.want || message != test.err {
				t.Errorf("got %q, error %q; want %q, error %q", got, message, test.want, test.err)
			}
		})
	}
}

func FuzzExpand(f *testing.F) {
	for _, seed := range []string{"", "${A}", "${A:-b}", "${", "$${A}}", "${A${A}}", "x${NOT}y"} {
		f.Add(seed)
	}
	env := lookupIn([]string{"A=value"})
	f.Fuzz(func(t *testing.T, s string) {
		got, err := expand(s, env)
		if !strings.Contains(s, "${") && (got != s || err != nil) {
			t.Errorf("text without ${ became %q, %v", got, err)
		}
	})
}

func FuzzMCPServers(f *testing.F) {
	for _, seed := range []string{
		"", "{}", `{"mcpServers":{}}`, `{"mcpServers":{"a":{"command":"x","args":["${A}"],"env":{"B":"${C:-d}"}}}}`,
		`{"mcpServers":{"a":{"type":"http","url":"u"},"a":1}}`, `[[[[[[`, "{\"\xff\":1}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var p problems
		r := &mcpReader{file: "f", problems: &p, origins: origins{}, env: lookupIn([]string{"A=1"})}
		r.read(data)
		lines := 1 + strings.Count(string(data), "\n")
		for _, problem := range p.list {
			if problem.Line > lines || problem.Message == "" {
				t.Errorf("problem of a file with %d lines: %+v", lines, problem)
			}
		}
		for _, s := range r.servers {
			if _, ok := r.origins[serverField(s.Name)]; !ok {
				t.Errorf("server %q has no place", s.Name)
			}
		}
	})
}

func FuzzFile(f *testing.F) {
	for _, seed := range []string{
		"", "listen: a:1", "servers: {a: {command: x}}", "a: &a [*a]", "servers: &s\n  a: *s", "? [a]\n: b", "- - -",
		"servers: {a: {tools: {t: {repeatable: yes}}}}", "retry: {backoff: 1e9s}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(_ *testing.T, data []byte) {
		c := Default()
		var p problems
		r := &yamlReader{file: "f", problems: &p, origins: c.origins, env: lookupIn(nil)}
		r.readFile(c, data)
		c.check(&p)
		_ = p.err()
	})
}
