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
			name: "a tool error of the code-intelligence tools",
			json: `{"content":[],"structuredContent":` + toolErrorJSON + `,"isError":true}`, isError: true,
			format: output.FormatTable,
			stderr: "coderefd: many\\u001b match (ELEMENT_AMBIGUOUS)\n  hint: use an id\n  candidates: a, b\n", complete: true,
		},
		{
			name: "a tool error as JSON", json: `{"structuredContent":` + toolErrorJSON + `}`, isError: true,
			format: output.FormatJSON, stdout: `{"structuredContent":` + toolErrorJSON + "}\n",
		},
		{
			name:    "a tool error in a text block",
			json:    `{"content":[{"type":"text","text":"{\"success\":false,\"error\":{\"code\":\"C\",\"message\":\"m\"}}"}]}`,
			isError: true, format: output.FormatTable, stderr: "coderefd: m (C)\n", complete: true,
		},
		{
			name: "a tool error of another server", json: `{"content":[{"type":"text","text":"{\"error\":1}"}]}`,
			isError: true, format: output.FormatTable, stderr: "{\n  \"error\": 1\n}\n",
		},
		{
			name: "no elements", json: `{"structuredContent":{"elements":[],"elements_found":0,"warnings":["a\u001bb","c"]}}`,
			format: output.FormatTable, stdout: "0 elements\n", stderr: "warning: a\\u001bb\nwarning: c\n",
		},
		{
			name:   "one relation",
			json:   `{"structuredContent":{"query_type":"calls","total":1,"results":[{"relation":"call","from":"f","to":"t","file":"x.ts","line":1,"depth":1}],"unresolved":{"calls":1,"imports":0}}}`,
			format: output.FormatTable,
			stdout: "TYPE  FROM  TO  PLACE   DEPTH\ncall  f     t   x.ts:1  1\n\n1 relation\n" +
				"1 call and 0 imports could not be resolved, so the list may be incomplete\n",
		},
		{
			name:   "a diagram",
			json:   `{"structuredContent":{"diagram_type":"calls","diagram":"flowchart LR\n  a --> b\n","omitted":{"nodes":2,"edges":1},"warnings":["w"]}}`,
			format: output.FormatTable, stdout: "flowchart LR\n  a --> b\n",
			stderr: "warning: w\nwarning: 2 nodes and 1 edge are left out; max_nodes, depth and focus select the nodes that are drawn\n",
		},
		{
			name: "the subject of elements",
			json: `{"structuredContent":{"elements":[],"elements_found":0,"subject":{"commit":"0123456789abcdef0123456789abcdef01234567",` +
				`"branch":"ma\u001bin","dirty":true,"files_left_out":{"total":3,"by_reason":{"binary":1,"too large":2}}},"warnings":["w"]}}`,
			format: output.FormatTable, stdout: "0 elements\n",
			stderr: "commit 0123456789ab on ma\\u001bin, with uncommitted changes\n3 files left out: 2 too large, 1 binary\nwarning: w\n",
		},
		{
			name: "the subject of a diagram, detached and clean",
			json: `{"structuredContent":{"diagram_type":"calls","diagram":"graph {}","subject":{"commit":"0123456789abcdef",` +
				`"dirty":false,"files_left_out":{"total":0}}}}`,
			format: output.FormatTable, stdout: "graph {}\n", stderr: "commit 0123456789ab\n",
		},
		{
			name:   "a whole diagram",
			json:   `{"structuredContent":{"diagram_type":"calls","diagram":"graph {}","omitted":{"nodes":0,"edges":0}}}`,
			format: output.FormatTable, stdout: "graph {}\n",
		},
		{
			name:   "a brief in Markdown",
			json:   `{"structuredContent":{"token_budget":300,"markdown":"# shop\n","truncated":true}}`,
			format: output.FormatTable, stdout: "# shop\n", stderr: "warning: parts are left out to stay within 300 tokens\n",
		},
		{
			name: "a brief in both forms", json: `{"structuredContent":{"token_budget":300,"markdown":"# shop","context":{}}}`,
			format: output.FormatTable,
			stdout: "{\n  \"token_budget\": 300,\n  \"markdown\": \"# shop\",\n  \"context\": {}\n}\n",
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
					"got complete %t, error %v, stdout:\n%s\nstderr:\n%s\nwant complete %t, stdout:\n%s\nstderr:\n%s",
					complete, err, stdout.String(), stderr.String(), test.complete, test.stdout, test.stderr,
				)
			}
		})
	}
}
