package client_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

func chunk(s string) *toolv1.StreamCallToolResponse {
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_ResultChunk{ResultChunk: []byte(s)}}
}

func result(r *toolv1.CallToolResponse) *toolv1.StreamCallToolResponse {
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Result{Result: r}}
}

func TestCall(t *testing.T) {
	progress := &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Progress{Progress: &toolv1.ProgressEvent{Message: "p"}}}
	log := &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Log{Log: &toolv1.LogEvent{Logger: "l"}}}
	tests := []struct {
		name    string
		stream  []*toolv1.StreamCallToolResponse
		json    string
		isError bool
		told    string
		err     error
	}{
		{
			"in pieces",
			[]*toolv1.StreamCallToolResponse{progress, chunk(`{"a"`), log, chunk(`:1}`), result(&toolv1.CallToolResponse{Call: &toolv1.CallInfo{}})},
			`{"a":1}`, false, "p l", nil,
		},
		{"whole", []*toolv1.StreamCallToolResponse{result(&toolv1.CallToolResponse{ResultJson: []byte(`{}`), IsError: true})}, `{}`, true, "", nil},
		{"cut off", []*toolv1.StreamCallToolResponse{chunk(`{"a"`)}, "", false, "", io.ErrUnexpectedEOF},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := &fake{stream: test.stream}
			c, _ := serve(t, f)
			var told []string
			got, err := c.Call(patient(t), client.Call{
				Tool: "x", Server: "s", Arguments: []byte(`{"n":9007199254740993}`),
				OnProgress: func(e *toolv1.ProgressEvent) { told = append(told, e.GetMessage()) },
				OnLog:      func(e *toolv1.LogEvent) { told = append(told, e.GetLogger()) },
			})
			if !errors.Is(err, test.err) {
				t.Fatalf("error %v, want %v", err, test.err)
			}
			if err == nil && (string(got.JSON) != test.json || got.IsError != test.isError || strings.Join(told, " ") != test.told) {
				t.Errorf("result %+v, told %q", got, told)
			}
			if string(f.last.GetArgumentsJson()) != `{"n":9007199254740993}` || f.last.GetServer() != "s" {
				t.Errorf("request %v", f.last)
			}
		})
	}
}

// pagesOf is a list of three tools on two pages.
func pagesOf() *fake {
	return &fake{list: func(_ int, req *toolv1.ListToolsRequest) (*toolv1.ListToolsResponse, error) {
		switch req.GetPageToken() {
		case "":
			return &toolv1.ListToolsResponse{Tools: []*toolv1.Tool{{Name: "a"}, {Name: "b"}}, NextPageToken: "2"}, nil
		case "2":
			return &toolv1.ListToolsResponse{Tools: []*toolv1.Tool{{Name: "c"}}}, nil
		}
		return nil, said(codes.InvalidArgument, "ERROR_REASON_INVALID_PAGE_TOKEN")
	}}
}

func TestTools(t *testing.T) {
	c, _ := serve(t, pagesOf())
	var names []string
	for tool, err := range c.Tools(patient(t), "") {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, tool.GetName())
	}
	if got := strings.Join(names, " "); got != "a b c" {
		t.Errorf("tools %s", got)
	}
}

// Who breaks off asks for no further page.
func TestToolsBreak(t *testing.T) {
	f := pagesOf()
	c, _ := serve(t, f)
	for range c.Tools(patient(t), "") {
		break
	}
	if f.count() != 1 {
		t.Errorf("%d pages", f.count())
	}
}

func TestToolsError(t *testing.T) {
	f := &fake{list: func(int, *toolv1.ListToolsRequest) (*toolv1.ListToolsResponse, error) {
		return nil, said(codes.NotFound, "ERROR_REASON_SERVER_NOT_FOUND")
	}}
	c, _ := serve(t, f)
	n := 0
	for tool, err := range c.Tools(patient(t), "x") {
		n++
		if tool != nil || status.Code(err) != codes.NotFound {
			t.Errorf("tool %v, error %v", tool, err)
		}
	}
	if n != 1 {
		t.Errorf("%d pairs", n)
	}
}

func TestReason(t *testing.T) {
	info, ok := client.Reason(said(codes.NotFound, "ERROR_REASON_TOOL_NOT_FOUND"))
	if !ok || info.Reason != toolv1.ErrorReason_ERROR_REASON_TOOL_NOT_FOUND || info.Metadata["server"] != "s" || info.MaybeExecuted() {
		t.Errorf("reason %+v, %v", info, ok)
	}
	info, ok = client.Reason(said(codes.Internal, "ERROR_REASON_OF_TOMORROW"))
	if !ok || info.Reason != toolv1.ErrorReason_ERROR_REASON_UNSPECIFIED || info.Name != "ERROR_REASON_OF_TOMORROW" {
		t.Errorf("reason %+v, %v", info, ok)
	}
	for _, err := range []error{nil, io.EOF, status.Error(codes.Unavailable, "x")} {
		if info, ok := client.Reason(err); ok {
			t.Errorf("%v has the reason %+v", err, info)
		}
	}
}
