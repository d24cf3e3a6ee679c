package mcpfile

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/internal/config/internal/expand"
	"github.com/coderef-system/coderefd/internal/config/internal/jsontree"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
)

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
		file := Read("f", data, Options{
			Env: expand.NewEnvironment([]string{"A=1"}), MaxServers: 1000, MaxDepth: 128,
		})
		lines := strings.Split(strings.TrimPrefix(string(data), jsontree.ByteOrderMark), "\n")
		for _, problem := range append(file.Problems.All(), file.Notices.All()...) {
			if problem.Message == "" || problem.File == "f" && (problem.Line < 1 || problem.Line > len(lines) ||
				problem.Column < 1 || problem.Column > 1+utf8.RuneCountInString(lines[problem.Line-1])) {
				t.Errorf("got problem %+v, want a message and a place within the file", problem)
			}
		}
		for _, s := range file.Servers {
			if _, ok := file.Origins[problem.Server(s.Name)]; !ok || s.Name == "" {
				t.Errorf("server %q: got place %t, want a name and a place", s.Name, ok)
			}
		}
	})
}
