package server_test

import (
	"context"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// says makes the fake return raw.
func says(f *fake, raw string) {
	f.call = func(context.Context, mcpbridge.Call, int) (*mcpbridge.Result, error) {
		r := resultOf(raw)
		r.IsError = strings.Contains(raw, `"isError":true`)
		return r, nil
	}
}

const scanJSON = `{"success":true,"elements_found":7,"elements":[
	{"id":"@Fn/a.ts#f","type":"function","name":"f","file":"a.ts","line":3,"end_line":5,"exported":true},
	{"id":"x","type":"spaceship","name":"y","file":"b.ts","line":1}],
	"next_cursor":"c2","mode":"ast","precision":"syntactic","files_scanned":2,
	"files_skipped":[{"file":"big.ts","reason":"too large"}],"files_skipped_total":4,"languages":["ts"],"unsupported_languages":["py"],
	"warnings":["a.ts:1: odd"]}`

const callInfoJSON = `"callInfo":{"server":"alpha","attemptCount":1,"queueDuration":"0.001s","serverDuration":"0.002s","protocolVersion":"2025-11-25"}`

func TestScan(t *testing.T) {
	text := strings.NewReplacer("\n", "", "\t", "", `"`, `\"`).Replace(scanJSON)
	for name, raw := range map[string]string{
		"structured": `{"content":[],"structuredContent":` + scanJSON + `}`,
		"text":       `{"content":[{"type":"text","text":"` + text + `"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			says(f, raw)
			got, err := serve(t, f).codeIntel.Scan(t.Context(), &codeintelv1.ScanRequest{
				ProjectPath: "/p", FileExtensions: []string{"ts"}, Mode: codeintelv1.ScanMode_SCAN_MODE_OUTLINE,
				PageSize: 20_000, PageToken: "c1",
			})
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, `{"elements":[
				{"id":"@Fn/a.ts#f","type":"ELEMENT_TYPE_FUNCTION","name":"f","location":{"file":"a.ts","line":3,"endLine":5},"exported":true,"asynchronous":false},
				{"id":"x","name":"y","location":{"file":"b.ts","line":1},"asynchronous":false}],
				"nextPageToken":"c2","totalSize":7,"mode":"SCAN_MODE_AST","analysis":{"skippedFiles":[{"file":"big.ts","reason":"too large"}],"skippedFileCount":4,"precision":"PRECISION_SYNTACTIC","fileCount":2,"warnings":[{"message":"a.ts:1: odd"}]},
				"unsupportedFileExtensions":["py"]
				,`+callInfoJSON+`}`)
			want := `{"project_path":"/p","languages":["ts"],"use_ast":false,"limit":10000,"cursor":"c1"}`
			if got := string(f.sent()[0].Arguments); got != want {
				t.Errorf("arguments %s, want %s", got, want)
			}
		})
	}
}

func TestQuery(t *testing.T) {
	f := newFake()
	says(f, `{"structuredContent":{"success":true,"query_type":"calls-me","target":"f",
		"element":{"id":"f","type":"hook","name":"f","file":"a.ts","line":1},
		"results":[{"from":"g","to":"f","relation":"call","file":"b.ts","line":2,"column":4,"depth":1,"resolution":"resolved","dispatch":"possible",
			"element":{"id":"g","type":"method","name":"C.g","file":"b.ts","line":1}},
			{"from":"f","to":"react","relation":"import","file":"a.ts","line":1,"column":1,"depth":1,"resolution":"external","type_only":true,"member":"m"}],
		"total":2,"precision":"semantic","unresolved":{"calls":1,"imports":2},"files_analyzed":3,"warnings":["tsconfig.json:1: odd"]}}`)
	c := serve(t, f)
	got, err := c.codeIntel.Query(t.Context(), &codeintelv1.QueryRequest{
		ProjectPath: "/p", QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: "f",
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, `{"target":{"id":"f","type":"ELEMENT_TYPE_HOOK","name":"f","location":{"file":"a.ts","line":1}},
		"relations":[
			{"type":"RELATION_TYPE_CALL","fromId":"g","toId":"f","location":{"file":"b.ts","line":2,"column":4},"depth":1,"resolution":"RESOLUTION_RESOLVED","dispatch":"DISPATCH_POSSIBLE","typeOnly":false,"dynamicImport":false,
			 "element":{"id":"g","type":"ELEMENT_TYPE_METHOD","name":"C.g","location":{"file":"b.ts","line":1}}},
			{"type":"RELATION_TYPE_IMPORT","fromId":"f","module":"react","location":{"file":"a.ts","line":1,"column":1},"depth":1,
			 "resolution":"RESOLUTION_EXTERNAL","typeOnly":true,"dynamicImport":false,"member":"m"}],
		"totalSize":2,"analysis":{"precision":"PRECISION_SEMANTIC","unresolved":{"callCount":1,"importCount":2},"fileCount":3,"warnings":[{"message":"tsconfig.json:1: odd"}]},`+callInfoJSON+`}`)
	want := `{"project_path":"/p","query_type":"calls-me","target":"f"}`
	if got := string(f.sent()[0].Arguments); got != want {
		t.Errorf("arguments %s, want %s", got, want)
	}
}

func TestTypedToolErrors(t *testing.T) {
	errorText := func(text string) string {
		return `{"isError":true,"content":[{"type":"text","text":"` + strings.ReplaceAll(text, `"`, `\"`) + `"}]}`
	}
	metadata := map[string]string{"server": "alpha", "tool": "coderef_scan"}
	toolError := func(status codes.Code, code codeintelv1.ToolErrorCode, word, message, hint string) failure {
		return failure{
			code: status, reason: "TOOL_ERROR", message: message, metadata: metadata,
			details: []proto.Message{&codeintelv1.ToolError{Code: code, ToolCode: word, Hint: hint}},
		}
	}
	ambiguous := toolError(codes.FailedPrecondition, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ELEMENT_AMBIGUOUS,
		"ELEMENT_AMBIGUOUS", "2 named f; candidates: a#f, b#f", "")
	ambiguous.details = append(
		ambiguous.details,
		&codeintelv1.TargetCandidates{
			Candidates: []*codeintelv1.TargetCandidate{{Id: "a#f"}, {Id: "b#f"}}, CandidateCount: 2,
		},
	)
	many := toolError(codes.NotFound, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ELEMENT_NOT_FOUND,
		"ELEMENT_NOT_FOUND", "no f; candidates: g and 6 more", "")
	many.details = append(
		many.details,
		&codeintelv1.TargetCandidates{Candidates: []*codeintelv1.TargetCandidate{{Id: "g"}}, CandidateCount: 7},
	)
	malformed := failure{
		code: codes.Internal, reason: "TOOL_RESULT_MALFORMED",
		metadata: metadata,
		message: `the result of tool "coderef_scan" does not have the form that this RPC requires; ` +
			`CallTool returns it unchanged`,
	}
	tests := map[string]struct {
		raw  string
		want failure
	}{
		"input": {
			raw: errorText(`{"success":false,"error":{"code":"INVALID_INPUT","message":"bad path"}}`),
			want: toolError(
				codes.InvalidArgument, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_INVALID_INPUT, "INVALID_INPUT",
				"bad path", "",
			),
		},
		"cursor": {
			raw: errorText(
				`{"success":false,"error":{"code":"INVALID_CURSOR","message":"cursor is not one that this tool handed out"}}`,
			),
			want: failure{
				code: codes.InvalidArgument, reason: "INVALID_PAGE_TOKEN", metadata: metadata, fields: []string{"page_token"},
				message: "page_token does not belong to a request with these fields; repeat the request without it",
			},
		},
		"project": {
			raw: errorText(`{"success":false,"error":{"code":"PROJECT_NOT_FOUND","message":"no folder /p","hint":"check it"}}`),
			want: toolError(
				codes.NotFound, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_PROJECT_NOT_FOUND, "PROJECT_NOT_FOUND",
				"no folder /p; check it", "check it",
			),
		},
		"element": {
			raw: errorText(`{"success":false,"error":{"code":"ELEMENT_NOT_FOUND","message":"no f"}}`),
			want: toolError(
				codes.NotFound, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ELEMENT_NOT_FOUND, "ELEMENT_NOT_FOUND",
				"no f", "",
			),
		},
		"ambiguous": {
			raw: errorText(
				`{"success":false,"error":{"code":"ELEMENT_AMBIGUOUS","message":"2 named f","candidates":["a#f","b#f"]}}`,
			),
			want: ambiguous,
		},
		"an error that is text": {
			raw:  `{"structuredContent":{"success":false,"error":"boom"},"content":[{"type":"text","text":"t"}]}`,
			want: toolError(codes.FailedPrecondition, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_UNSPECIFIED, "", "boom", ""),
		},
		"an error of another form": {
			raw:  `{"structuredContent":{"success":false,"error":[1]},"content":[{"type":"text","text":"t"}]}`,
			want: toolError(codes.FailedPrecondition, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_UNSPECIFIED, "", "t", ""),
		},
		"a long candidate": {
			raw: errorText(
				`{"success":false,"error":{"code":"ELEMENT_NOT_FOUND","message":"no f","candidates":["` + strings.Repeat(
					"x", 2000,
				) + `","g"],"candidates_total":7}}`,
			),
			want: many,
		},
		"many similar": {
			raw: errorText(
				`{"success":false,"error":{"code":"ELEMENT_NOT_FOUND","message":"no f","candidates":["g"],"candidates_total":7}}`,
			),
			want: many,
		},
		"project changed": {
			raw: errorText(`{"success":false,"error":{"code":"PROJECT_CHANGED","message":"the project changed"}}`),
			want: failure{
				code: codes.Aborted, reason: "LIST_CHANGED", metadata: metadata,
				message: "the list changed after its first page, so the next pages would be inconsistent; " +
					"list again from the first page",
			},
		},
		"defect of the tool": {
			raw:  errorText(`{"success":false,"error":{"code":"INTERNAL","message":"oops"}}`),
			want: toolError(codes.Internal, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_INTERNAL, "INTERNAL", "oops", ""),
		},
		"other": {
			raw: errorText(`{"success":false,"error":{"code":"NOVEL","message":"oops"}}`),
			want: toolError(
				codes.FailedPrecondition, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_UNSPECIFIED, "NOVEL", "oops", "",
			),
		},
		"plain text": {
			raw: errorText(`no such thing`),
			want: toolError(
				codes.FailedPrecondition, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_UNSPECIFIED, "", "no such thing",
				"",
			),
		},
		"success false without isError": {
			raw: `{"content":[{"type":"text","text":"{\"success\":false,\"error\":{\"code\":\"INVALID_INPUT\",\"message\":\"m\"}}"}]}`,
			want: toolError(
				codes.InvalidArgument, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_INVALID_INPUT, "INVALID_INPUT", "m",
				"",
			),
		},
		"error without a text": {
			raw: `{"isError":true,"content":[]}`,
			want: toolError(
				codes.FailedPrecondition, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_UNSPECIFIED, "",
				`tool "coderef_scan" failed without giving a reason`, "",
			),
		},
		"success that is not a boolean": {raw: `{"structuredContent":{"success":"yes","elements":[]}}`, want: malformed},
		"empty":                         {raw: `{"content":[]}`, want: malformed},
		"prose":                         {raw: `{"content":[{"type":"text","text":"all good"}]}`, want: malformed},
		"no success":                    {raw: `{"structuredContent":{"elements":[]}}`, want: malformed},
		"no elements":                   {raw: `{"structuredContent":{"success":true}}`, want: malformed},
		"wrong types":                   {raw: `{"structuredContent":{"success":true,"elements":{}}}`, want: malformed},
		"not a result":                  {raw: `7`, want: malformed},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			says(f, test.raw)
			_, err := serve(t, f).codeIntel.Scan(t.Context(), &codeintelv1.ScanRequest{ProjectPath: "/p"})
			checkFailure(t, err, test.want)
		})
	}
}

// The status for a malformed result of a tool that may not be repeated reports that the tool ran.
func TestTypedMalformedOnce(t *testing.T) {
	f := newFake()
	f.tools = []*mcpbridge.Tool{tool("alpha", "coderef_tag", `{}`)}
	says(f, `{"structuredContent":{"success":true}}`)
	_, err := serve(t, f).codeIntel.Tag(t.Context(), &codeintelv1.TagRequest{ProjectPath: "/p"})
	checkFailure(t, err, failure{
		code: codes.Internal, reason: "TOOL_RESULT_MALFORMED",
		metadata: map[string]string{"server": "alpha", "tool": "coderef_tag", "maybeExecuted": "true"},
		message: `the result of tool "coderef_tag" does not have the form that this RPC requires; ` +
			`CallTool returns it unchanged`,
	})
}

func TestTypedTransientToolError(t *testing.T) {
	f := newFake()
	f.call = func(context.Context, mcpbridge.Call, int) (*mcpbridge.Result, error) {
		r := resultOf(`{"isError":true,"content":[{"type":"text","text":"busy"}]}`)
		r.IsError = true
		return nil, &mcpbridge.Error{Kind: mcpbridge.KindTransientResult, Written: true, Repeatable: true, Result: r}
	}
	_, err := serve(t, f).codeIntel.Scan(t.Context(), &codeintelv1.ScanRequest{ProjectPath: "/p"})
	checkFailure(t, err, failure{
		code: codes.FailedPrecondition, reason: "TOOL_ERROR", message: "busy",
		metadata: map[string]string{"server": "alpha", "tool": "coderef_scan", "attempts": "3"},
		details:  []proto.Message{&codeintelv1.ToolError{}},
	})
}

// A figure or boolean that the tool does not report is absent: 0 and false would be statements. An installed
// coderef CLI reports few of them.
func TestUnreportedFieldsAreAbsent(t *testing.T) {
	f := newFake()
	c := serve(t, f)
	says(f, `{"structuredContent":{"success":true,"elements_found":1,"precision":"heuristic",
		"elements":[{"id":"f","type":"hook","name":"f"}]}}`)
	scan, err := c.codeIntel.Scan(t.Context(), &codeintelv1.ScanRequest{ProjectPath: "/p"})
	if err != nil {
		t.Fatal(err)
	}
	same(t, scan, `{"elements":[{"id":"f","type":"ELEMENT_TYPE_HOOK","name":"f"}],"totalSize":1,
		"analysis":{"precision":"PRECISION_HEURISTIC"},`+callInfoJSON+`}`)
	says(f, `{"structuredContent":{"success":true,"element":{"id":"f","type":"hook","name":"f"},
		"results":[{"from":"g","to":"f","relation":"call"}],"total":1,"precision":"heuristic"}}`)
	query, err := c.codeIntel.Query(t.Context(), &codeintelv1.QueryRequest{
		ProjectPath: "/p", QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: "f",
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, query, `{"target":{"id":"f","type":"ELEMENT_TYPE_HOOK","name":"f"},
		"relations":[{"type":"RELATION_TYPE_CALL","fromId":"g","toId":"f"}],
		"totalSize":1,"analysis":{"precision":"PRECISION_HEURISTIC"},`+callInfoJSON+`}`)
}
