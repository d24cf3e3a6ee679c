package e2e_test

import (
	"math"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// A call that cannot be run returns a status with a reason and a message that names
// the problem.
func TestBadInputIsAStatus(t *testing.T) {
	s := start(t)
	asStruct := func(fields map[string]any) *toolv1.CallToolRequest {
		arguments, err := structpb.NewStruct(fields)
		if err != nil {
			t.Fatal(err)
		}
		return &toolv1.CallToolRequest{
			Name: "coderef_scan", Args: &toolv1.CallToolRequest_Arguments{Arguments: arguments},
		}
	}
	asJSON := func(text string) *toolv1.CallToolRequest {
		return &toolv1.CallToolRequest{
			Name: "coderef_scan", Args: &toolv1.CallToolRequest_ArgumentsJson{ArgumentsJson: []byte(text)},
		}
	}
	for _, test := range []struct {
		name    string
		request *toolv1.CallToolRequest
		code    codes.Code
		reason  commonv1.ErrorReason
		message string // part of the status message
	}{
		{
			name: "unknown tool", request: &toolv1.CallToolRequest{Name: "coderef_scam"}, code: codes.NotFound,
			reason: commonv1.ErrorReason_ERROR_REASON_TOOL_NOT_FOUND, message: "coderef_scam",
		},
		{
			name: "unknown server", request: &toolv1.CallToolRequest{Name: "coderef_scan", Server: "no-such-server"},
			code: codes.NotFound, reason: commonv1.ErrorReason_ERROR_REASON_SERVER_NOT_FOUND, message: "no-such-server",
		},
		{
			name: "wrong argument type", request: asStruct(map[string]any{"project_path": 7}), code: codes.InvalidArgument,
			reason: commonv1.ErrorReason_ERROR_REASON_INVALID_ARGUMENTS, message: "project_path",
		},
		{
			name: "missing argument", request: asStruct(map[string]any{}), code: codes.InvalidArgument,
			reason: commonv1.ErrorReason_ERROR_REASON_INVALID_ARGUMENTS, message: `argument "project_path" is missing`,
		},
		{
			name: "invalid JSON bytes", request: asJSON(`{"project_path":`), code: codes.InvalidArgument,
			reason: commonv1.ErrorReason_ERROR_REASON_MALFORMED_JSON, message: "arguments: /project_path: unexpected EOF",
		},
		{
			name:    "an integer that a double cannot hold",
			request: asStruct(map[string]any{"project_path": "/", "limit": math.Pow(2, 60)}), code: codes.InvalidArgument,
			reason: commonv1.ErrorReason_ERROR_REASON_NUMBER_NOT_EXACT, message: "arguments_json",
		},
		{
			name: "no name", request: &toolv1.CallToolRequest{}, code: codes.InvalidArgument,
			reason: commonv1.ErrorReason_ERROR_REASON_INVALID_REQUEST, message: "name",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := s.Tools().CallTool(t.Context(), test.request)
			wantStatus(t, err, test.code, test.reason)
			if message := status.Convert(err).Message(); !strings.Contains(message, test.message) {
				t.Errorf("%s: got message %q, want one that contains %q", test.name, message, test.message)
			}
		})
	}
	t.Run("oversized request", func(t *testing.T) {
		_, err := s.Tools().CallTool(t.Context(), asJSON(`{"project_path":"`+strings.Repeat("x", 4<<20)+`"}`))
		info := wantStatus(t, err, codes.ResourceExhausted, commonv1.ErrorReason_ERROR_REASON_REQUEST_TOO_LARGE)
		if limit := info.GetMetadata()["limitBytes"]; limit != "4194304" {
			t.Errorf("limitBytes %q, want 4194304", limit)
		}
		if message := status.Convert(err).Message(); !strings.Contains(message, "4194304") {
			t.Errorf("got message %q, want one that names the limit 4194304", message)
		}
	})
	t.Run("request far over the limit", func(t *testing.T) {
		// gRPC rejects the message before the service receives the call, so the status has no reason.
		_, err := s.Tools().CallTool(t.Context(), asJSON(`{"project_path":"`+strings.Repeat("x", 20<<20)+`"}`))
		if code := status.Code(err); code != codes.ResourceExhausted {
			t.Errorf("code %v, want ResourceExhausted: %v", code, err)
		}
	})
}

// A tool error is a result of CallTool and a status of the typed RPC.
func TestToolErrors(t *testing.T) {
	s := start(t)
	for _, test := range []struct {
		name         string
		path, target string
		code         codes.Code
		toolCode     codeintelv1.ToolErrorCode
		message      string
	}{
		{
			name: "a relative path", path: "examples/shop", target: "formatPrice", code: codes.InvalidArgument,
			toolCode: codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_INVALID_INPUT, message: "absolute",
		},
		{
			name: "a path that does not exist", path: "/no/such/project", target: "formatPrice", code: codes.NotFound,
			toolCode: codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_PROJECT_NOT_FOUND, message: "/no/such/project",
		},
		{
			name: "an unknown target", path: shop(t), target: "noSuchThing", code: codes.NotFound,
			toolCode: codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ELEMENT_NOT_FOUND, message: "noSuchThing",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			arguments, err := structpb.NewStruct(map[string]any{
				"project_path": test.path, "query_type": "calls-me", "target": test.target,
			})
			if err != nil {
				t.Fatal(err)
			}
			result, err := s.Tools().CallTool(t.Context(), &toolv1.CallToolRequest{
				Name: "coderef_query", Args: &toolv1.CallToolRequest_Arguments{Arguments: arguments},
			})
			if err != nil {
				t.Fatal(err)
			}
			text := result.GetContent()[0].GetText().GetText()
			if !result.GetIsError() || !strings.Contains(text, toolCode(test.toolCode)) ||
				!strings.Contains(text, test.message) {
				t.Errorf("got result %v, want is_error with %s and %q", result, toolCode(test.toolCode), test.message)
			}

			_, err = s.CodeIntel().Query(t.Context(), &codeintelv1.QueryRequest{
				ProjectPath: test.path, QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: test.target,
			})
			details := wantToolError(t, err, test.code, test.toolCode)
			if details.Metadata["server"] != "coderef" || details.Metadata["tool"] != "coderef_query" {
				t.Errorf("got metadata %v, want server coderef and tool coderef_query", details.Metadata)
			}
		})
	}
}

// toolCode returns a code as the tools report it.
func toolCode(code codeintelv1.ToolErrorCode) string {
	return strings.TrimPrefix(code.String(), "TOOL_ERROR_CODE_")
}

// wantToolError checks the code and the ToolError of a status and returns its
// details.
func wantToolError(t *testing.T, err error, code codes.Code, want codeintelv1.ToolErrorCode) client.ErrorDetails {
	t.Helper()
	wantStatus(t, err, code, commonv1.ErrorReason_ERROR_REASON_TOOL_ERROR)
	details, ok := client.Details(err)
	if !ok {
		t.Fatalf("got error %v without details of coderefd, want code %v with a tool error", err, code)
	}
	if got := details.ToolError; got.GetCode() != want || got.GetToolCode() != toolCode(want) {
		t.Errorf("got ToolError %v, want code %v as the tool reports it", got, want)
	}
	return details
}

// wantStatus checks code and reason and returns the ErrorInfo.
func wantStatus(t *testing.T, err error, code codes.Code, reason commonv1.ErrorReason) *errdetails.ErrorInfo {
	t.Helper()
	if status.Code(err) != code {
		t.Fatalf("%v, want code %v", err, code)
	}
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			if want := wireReason(reason); info.GetReason() != want || info.GetDomain() != "coderef" {
				t.Errorf("got %v, want reason %s in domain coderef", info, want)
			}
			return info
		}
	}
	t.Fatalf("got error %v without an ErrorInfo, want reason %s", err, wireReason(reason))
	return nil
}

// wireReason returns the name of a reason in an ErrorInfo.
func wireReason(reason commonv1.ErrorReason) string {
	return strings.TrimPrefix(reason.String(), "ERROR_REASON_")
}
