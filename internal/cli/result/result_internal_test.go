package result

import (
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/client"
	"github.com/coderef-system/coderefd/internal/cli/output"
)

func TestPrint(t *testing.T) {
	const toolErrorJSON = `{"success":false,"error":{"code":"ELEMENT_AMBIGUOUS","message":"many\u001b match","hint":"use an id","candidates":["a","b"]}}`
	for _, test := range []struct {
		name, json     string
		isError        bool
		format         output.Format
		stdout, stderr string
		complete       bool
	}{
		{
			"a tool error of the code-intelligence tools",
			`{"content":[],"structuredContent":` + toolErrorJSON + `,"isError":true}`, true, output.FormatTable,
			"", "coderefd: many\\u001b match (ELEMENT_AMBIGUOUS)\n  hint: use an id\n  candidates: a, b\n", true,
		},
		{
			"a tool error as JSON", `{"structuredContent":` + toolErrorJSON + `}`, true, output.FormatJSON,
			`{"structuredContent":` + toolErrorJSON + "}\n", "", false,
		},
		{
			"a tool error in a text block",
			`{"content":[{"type":"text","text":"{\"success\":false,\"error\":{\"code\":\"C\",\"message\":\"m\"}}"}]}`, true,
			output.FormatTable,
			"", "coderefd: m (C)\n", true,
		},
		{
			"a tool error of another server", `{"content":[{"type":"text","text":"{\"error\":1}"}]}`, true, output.FormatTable,
			"", "{\n  \"error\": 1\n}\n", false,
		},
		{
			"no elements", `{"structuredContent":{"elements":[],"elements_found":0,"warnings":["a\u001bb","c"]}}`, false,
			output.FormatTable,
			"0 elements\n", "warning: a\\u001bb\nwarning: c\n", false,
		},
		{
			"one relation",
			`{"structuredContent":{"query_type":"calls","total":1,"results":[{"relation":"call","from":"f","to":"t","file":"x.ts","line":1,"depth":1}],"unresolved":{"calls":1,"imports":0}}}`,
			false, output.FormatTable,
			"TYPE  FROM  TO  PLACE   DEPTH\ncall  f     t   x.ts:1  1\n\n1 relation\n" +
				"1 call and 0 imports could not be resolved, so the list may be incomplete\n",
			"", false,
		},
		{
			"a diagram",
			`{"structuredContent":{"diagram_type":"calls","diagram":"flowchart LR\n  a --> b\n","omitted":{"nodes":2,"edges":1},"warnings":["w"]}}`,
			false, output.FormatTable,
			"flowchart LR\n  a --> b\n",
			"warning: w\nwarning: 2 nodes and 1 edge are left out; max_nodes, depth and focus select the nodes that are drawn\n",
			false,
		},
		{
			"a whole diagram",
			`{"structuredContent":{"diagram_type":"calls","diagram":"graph {}","omitted":{"nodes":0,"edges":0}}}`, false,
			output.FormatTable,
			"graph {}\n", "", false,
		},
		{
			"a brief in Markdown", `{"structuredContent":{"token_budget":300,"markdown":"# shop\n","truncated":true}}`, false,
			output.FormatTable,
			"# shop\n", "warning: parts are left out to stay within 300 tokens\n", false,
		},
		{
			"a brief in both forms", `{"structuredContent":{"token_budget":300,"markdown":"# shop","context":{}}}`, false,
			output.FormatTable,
			"{\n  \"token_budget\": 300,\n  \"markdown\": \"# shop\",\n  \"context\": {}\n}\n", "", false,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr strings.Builder
			complete, err := Print(
				&stdout, &stderr, &client.Result{JSON: []byte(test.json), IsError: test.isError}, test.format,
			)
			if err != nil || complete != test.complete || stdout.String() != test.stdout ||
				stderr.String() != test.stderr {
				t.Errorf(
					"complete %t, error %v, stdout:\n%s\nstderr:\n%s", complete, err, stdout.String(),
					stderr.String(),
				)
			}
		})
	}
}
