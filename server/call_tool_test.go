package server_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

func structOf(t *testing.T, text string) *structpb.Struct {
	t.Helper()
	s := new(structpb.Struct)
	if err := protojson.Unmarshal([]byte(text), s); err != nil {
		t.Fatal(err)
	}
	return s
}

func jsonCall(name, arguments string) *toolv1.CallToolRequest {
	return &toolv1.CallToolRequest{
		Name: name, Args: &toolv1.CallToolRequest_ArgumentsJson{ArgumentsJson: []byte(arguments)},
	}
}

func structCall(t *testing.T, name, arguments string) *toolv1.CallToolRequest {
	t.Helper()
	return &toolv1.CallToolRequest{
		Name: name, Args: &toolv1.CallToolRequest_Arguments{Arguments: structOf(t, arguments)},
	}
}

func TestCallToolArguments(t *testing.T) {
	tests := map[string]struct {
		req  *toolv1.CallToolRequest
		want string
	}{
		"none": {&toolv1.CallToolRequest{Name: "free"}, `{}`},
		"struct": {
			req:  structCall(t, "echo", `{"text":"a\nb","count":3,"any":[1.5,null,{"k":true}]}`),
			want: `{"any":[1.5,null,{"k":true}],"count":3,"text":"a\nb"}`,
		},
		"JSON": {
			req:  jsonCall("free", " {\n \"a\" : [ 1 , 2.50 ,\t1e2 ], \"b \" : \"\\u00e9 \\/\" } "),
			want: `{"a":[1,2.50,1e2],"b ":"\u00e9 \/"}`,
		},
		"big number":     {jsonCall("free", `{"n":12345678901234567890123}`), `{"n":12345678901234567890123}`},
		"bare and exact": {&toolv1.CallToolRequest{Name: "free", Server: "alpha"}, `{}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			if _, err := serve(t, f).tools.CallTool(t.Context(), test.req); err != nil {
				t.Fatal(err)
			}
			call := f.sent()[0]
			if got := string(call.Arguments); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if call.Server != "alpha" || call.Principal != "anonymous" {
				t.Errorf("got server %q and principal %q, want alpha and anonymous", call.Server, call.Principal)
			}
		})
	}
}

const richResult = `{"content":[
	{"type":"text","text":"hello","annotations":{"audience":["user"],"priority":0.5,"lastModified":"2025-01-02T03:04:05Z"}},
	{"type":"image","data":"AQID","mimeType":"image/png"},
	{"type":"hologram","depth":3}],
	"structuredContent":{"rows":[{"id":9007199254740993}]},"_meta":{"m":1},"extra":true}`

func TestCallToolTyped(t *testing.T) {
	f := newFake()
	f.call = func(context.Context, mcpbridge.Call, int) (*mcpbridge.Result, error) {
		return resultOf(richResult), nil
	}
	resp, err := serve(t, f).tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "free"})
	if err != nil {
		t.Fatal(err)
	}
	want := new(toolv1.CallToolResponse)
	err = protojson.Unmarshal([]byte(`{
		"content":[
			{"text":{"text":"hello"},"annotations":{"audience":["user"],"priority":0.5,"lastModifiedTime":"2025-01-02T03:04:05Z"}},
			{"image":{"data":"AQID","mimeType":"image/png"}},
			{"other":{"type":"hologram","depth":3}}],
		"structuredContent":{"rows":[{"id":9007199254740992}]},
		"meta":{"m":1},
		"lossyPaths":["/structuredContent/rows/0/id","/extra"],
		"callInfo":{"server":"alpha","attemptCount":1,"queueDuration":"0.001s","serverDuration":"0.002s","protocolVersion":"2025-11-25"}}`), want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, resp, protocmp.Transform()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestCallToolForms(t *testing.T) {
	f := newFake()
	f.call = func(context.Context, mcpbridge.Call, int) (*mcpbridge.Result, error) {
		return resultOf(richResult), nil
	}
	c := serve(t, f)
	typed, asJSON := toolv1.ResultFormat_RESULT_FORMAT_TYPED, toolv1.ResultFormat_RESULT_FORMAT_JSON
	tests := map[string]struct {
		req      *toolv1.CallToolRequest
		wantJSON bool
	}{
		"no arguments":    {&toolv1.CallToolRequest{Name: "free"}, false},
		"struct":          {structCall(t, "free", `{}`), false},
		"JSON":            {jsonCall("free", `{}`), true},
		"JSON, as typed":  {withFormat(jsonCall("free", `{}`), typed), false},
		"struct, as JSON": {withFormat(structCall(t, "free", `{}`), asJSON), true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			resp, err := c.tools.CallTool(t.Context(), test.req)
			if err != nil {
				t.Fatal(err)
			}
			if got := len(resp.GetResultJson()) > 0; got != test.wantJSON {
				t.Errorf("JSON form: got %v, want %v", got, test.wantJSON)
			}
			if test.wantJSON && string(resp.GetResultJson()) != richResult {
				t.Errorf("JSON form: got %s, want the bytes of the server %s", resp.GetResultJson(), richResult)
			}
		})
	}
}

func withFormat(req *toolv1.CallToolRequest, format toolv1.ResultFormat) *toolv1.CallToolRequest {
	req.ResultFormat = format
	return req
}

func TestCallToolToolError(t *testing.T) {
	f := newFake()
	f.call = func(context.Context, mcpbridge.Call, int) (*mcpbridge.Result, error) {
		r := resultOf(`{"isError":true,"content":[{"type":"text","text":"no such file"}]}`)
		r.IsError = true
		return r, nil
	}
	resp, err := serve(t, f).tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "free"})
	if err != nil {
		t.Fatal(err)
	}
	if !resp.GetIsError() || resp.GetContent()[0].GetText().GetText() != "no such file" {
		t.Errorf(`got %v, want a tool error "no such file"`, resp)
	}
}

func TestCallToolRetries(t *testing.T) {
	f := newFake()
	f.call = func(_ context.Context, call mcpbridge.Call, attempt int) (*mcpbridge.Result, error) {
		if attempt < 3 {
			return nil, &mcpbridge.Error{
				Kind: mcpbridge.KindServerExited, Server: call.Server, Written: true, Repeatable: true,
			}
		}
		return resultOf(`{"content":[]}`), nil
	}
	resp, err := serve(t, f).tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "free"})
	if err != nil {
		t.Fatal(err)
	}
	if got := resp.GetCallInfo().GetAttemptCount(); got != 3 {
		t.Errorf("attempts: got %d, want 3", got)
	}
}

func TestCallToolTransientFallsBack(t *testing.T) {
	f := newFake()
	f.call = func(_ context.Context, call mcpbridge.Call, _ int) (*mcpbridge.Result, error) {
		r := resultOf(`{"isError":true,"content":[{"type":"text","text":"busy, try again"}]}`)
		r.IsError = true
		return nil, &mcpbridge.Error{Kind: mcpbridge.KindTransientResult, Written: true, Repeatable: true, Result: r}
	}
	c := serve(t, f)
	resp, err := c.tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "free"})
	if err != nil {
		t.Fatal(err)
	}
	if !resp.GetIsError() || resp.GetCallInfo().GetAttemptCount() != 3 {
		t.Errorf("got %v, want a tool error after 3 attempts", resp)
	}
	events, err := collect(t, c, &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: "free"}})
	if err != nil {
		t.Fatal(err)
	}
	if end := events[len(events)-1].GetResult(); len(events) != 1 || !end.GetIsError() ||
		end.GetCallInfo().GetAttemptCount() != 3 {
		t.Errorf("got %v, want one event: a tool error after 3 attempts", events)
	}
}

func TestCallToolUncheckableSchemaPasses(t *testing.T) {
	f := newFake()
	f.tools = append(f.tools, tool("alpha", "odd", `{"$ref":"https://example.com/schema.json"}`))
	c := serve(t, f)
	if _, err := c.tools.CallTool(t.Context(), jsonCall("odd", `{"x":1}`)); err != nil {
		t.Fatal(err)
	}
	got, err := c.tools.GetTool(t.Context(), &toolv1.GetToolRequest{Name: "odd"})
	if err != nil {
		t.Fatal(err)
	}
	if problem := got.GetTool().GetSchemaProblem(); !strings.Contains(problem, "other documents") {
		t.Errorf("got schema_problem %q, want one about other documents", problem)
	}
}

func TestResponseAtTheLimit(t *testing.T) {
	f := newFake()
	size := 0
	f.call = func(context.Context, mcpbridge.Call, int) (*mcpbridge.Result, error) {
		r := resultOf(`"` + strings.Repeat("x", size) + `"`)
		r.QueueTime, r.ServerTime = 0, 0
		return r, nil
	}
	c := serve(t, f)
	probe, err := c.tools.CallTool(t.Context(), jsonCall("free", `{}`))
	if err != nil {
		t.Fatal(err)
	}
	// A tag and a length precede the JSON. The length takes one byte here and three bytes in the larger
	// case.
	size = responseLimit - proto.Size(probe) - 2 + len(probe.GetResultJson()) - 2
	if _, err := c.tools.CallTool(t.Context(), jsonCall("free", `{}`)); err != nil {
		t.Fatal(err)
	}
	size++
	if _, err := c.tools.CallTool(t.Context(), jsonCall("free", `{}`)); err == nil {
		t.Fatal("CallTool with a response one byte over the limit: got no error, want one")
	}
}
