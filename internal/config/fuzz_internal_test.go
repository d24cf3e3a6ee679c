package config

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzExpand(f *testing.F) {
	for _, seed := range []string{"", "${A}", "${A:-b}", "${", "$${A}}", "${A${A}}", "x${NOT}y"} {
		f.Add(seed)
	}
	env := lookupIn([]string{"A=value"})
	f.Fuzz(func(t *testing.T, s string) {
		got, err := expand(s, env.substitute)
		if !strings.Contains(s, "${") && (got != s || err != nil) {
			t.Errorf("text without ${ became %q, %v", got, err)
		}
	})
}

func FuzzMCPServers(f *testing.F) {
	for _, seed := range []string{
		"", "{}", `{"mcpServers":{}}`, `{"mcpServers":{"a":{"command":"x","args":["${A}"],"env":{"B":"${C:-d}"}}}}`,
		`{"mcpServers":{"a":{"type":"http","url":"u"},"a":1}}`, `[[[[[[`, "{\"\xff\":1}",
		"// c\n{\"servers\":{\"a b\":{\"command\":\"${input:k}\",},},/* d */\"inputs\":[{\"id\":\"k\"}]}//",
		`{"mcp":{"servers":{"a":{"command":"${workspaceFolder}","env":{"N":1,"M":null},"envFile":"none"}}}}`,
		`{"context_servers":{"a":{"command":{"path":"x","args":[1]},"enabled":"yes"}},"mcp.servers":[]}`,
		"/", "\"/", "[,]", "[1,]/*", "\xef\xbb\xbf{,}", `{"amp.mcpServers":{"":{"command":"${file:x}"}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var p, notices problems
		r := &mcpReader{
			file: "f", problems: &p, notices: &notices, origins: origins{}, warned: map[string]bool{},
			editor: newEditor("f", lookupIn([]string{"A=1"})),
		}
		r.read(data)
		lines := strings.Split(strings.TrimPrefix(string(data), byteOrderMark), "\n")
		for _, problem := range append(p.list, notices.list...) {
			if problem.Message == "" || problem.File == "f" && (problem.Line < 1 || problem.Line > len(lines) ||
				problem.Column < 1 || problem.Column > 1+utf8.RuneCountInString(lines[problem.Line-1])) {
				t.Errorf("place outside of the file, or no message: %+v", problem)
			}
		}
		for _, s := range r.servers {
			if _, ok := r.origins[serverField(s.Name)]; !ok || s.Name == "" {
				t.Errorf("server %q has no place or no name", s.Name)
			}
		}
	})
}

// Comments and trailing commas change neither the values nor their positions.
func FuzzStandardJSON(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"a":[1,"//",{}]}`, "// x\n[1,]", "/**/1//", `{"a":1,}`, "[,]", "\"\\"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		plain, invalid := standardJSON(data)
		switch {
		case invalid != nil && (invalid.offset >= len(data) || data[invalid.offset] != '/'):
			t.Errorf("invalid comment at %d of %d bytes", invalid.offset, len(data))
		case json.Valid(data) && !bytes.Equal(plain, data):
			t.Errorf("valid JSON %q was changed to %q", data, plain)
		case len(plain) != len(data) || !sameLines(plain, data):
			t.Errorf("the line ends of %q have moved in %q", data, plain)
		}
	})
}

// sameLines reports whether two texts of the same length have line ends at the same offsets.
func sameLines(a, b []byte) bool {
	for i, c := range b {
		if (a[i] == '\n') != (c == '\n') {
			return false
		}
	}
	return true
}

func FuzzEnvFile(f *testing.F) {
	for _, seed := range []string{"", "A=1", "export A='x' # c", "A=\"\\n\\", "=", "A", "\xef\xbb\xbfA=b\r\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		values, bad := parseEnvFile(data)
		if lines := 1 + bytes.Count(data, []byte("\n")); len(values)+len(bad) > 2*lines {
			t.Errorf("got %d values and %d bad lines from %d lines", len(values), len(bad), lines)
		}
		for name := range values {
			if name == "" || strings.Contains(name, "=") {
				t.Errorf("got the variable name %q", name)
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
