package e2e_test

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	rpccode "google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// reasonRow is a row of the table of reasons in docs/errors.md, cell by cell.
type reasonRow struct{ codes, metadata, details string }

func readReasons(t *testing.T) map[string]reasonRow {
	t.Helper()
	text, err := os.ReadFile("../../docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]reasonRow{}
	table, _, _ := strings.Cut(string(text), "\n## ")
	row := regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\|([^|]*)\\|([^|]*)\\|([^|]*)\\|")
	for _, m := range row.FindAllStringSubmatch(table, -1) {
		rows[m[1]] = reasonRow{codes: m[2], metadata: m[3], details: m[4]}
	}
	if len(rows) < 25 {
		t.Fatalf("found %d reasons in docs/errors.md, want at least 25", len(rows))
	}
	return rows
}

// checkDocumented checks an error against the row of its reason.
func checkDocumented(t *testing.T, rows map[string]reasonRow, err error, reason string, code codes.Code) {
	t.Helper()
	st := status.Convert(err)
	if st.Code() != code {
		t.Errorf("got %v, want code %v", err, code)
	}
	row := rows[reason]
	name := rpccode.Code(code).String()
	if !strings.Contains(row.codes, "`"+name+"`") {
		t.Errorf("docs/errors.md: %s: got codes %q, want %s among them", reason, row.codes, name)
	}
	infos := 0
	for _, detail := range st.Details() {
		info, ok := detail.(*errdetails.ErrorInfo)
		if !ok {
			kind := string(detail.(proto.Message).ProtoReflect().Descriptor().Name())
			if !strings.Contains(row.details, "`"+kind+"`") {
				t.Errorf("docs/errors.md: %s: got details %q, want %s among them", reason, row.details, kind)
			}
			continue
		}
		infos++
		if info.GetReason() != reason || info.GetDomain() != "coderef" {
			t.Errorf("got %v, want reason %s in domain coderef", info, reason)
		}
		for key := range info.GetMetadata() {
			// attempts is documented for every reason, in the list of keys.
			if key != "attempts" && !strings.Contains(row.metadata, "`"+key+"`") {
				t.Errorf("docs/errors.md: %s: got metadata %q, want %s among them", reason, row.metadata, key)
			}
		}
	}
	if infos != 1 {
		t.Errorf("got %d ErrorInfo in %v, want 1", infos, err)
	}
}

// Each error that the built programs return has the reason, the code, the metadata
// keys and the details that docs/errors.md states. The reasons that need a
// misbehaving bridge are tested in package server.
func TestErrorsAreAsDocumented(t *testing.T) {
	rows := readReasons(t)
	s := startMisbehaving(t)
	project, tooLong := shop(t), strings.Repeat("x", 4<<20)
	for _, test := range []struct {
		reason string
		code   codes.Code
		call   func(context.Context) error
	}{
		{"INVALID_REQUEST", codes.InvalidArgument, s.callTool("", "", "")},
		{"INVALID_ARGUMENTS", codes.InvalidArgument, s.callTool("coderef_scan", "", `{"project_path":7}`)},
		{"MALFORMED_JSON", codes.InvalidArgument, s.callTool("coderef_scan", "", `{"project_path":`)},
		{"NUMBER_NOT_EXACT", codes.InvalidArgument, func(ctx context.Context) error {
			arguments, err := structpb.NewStruct(map[string]any{"project_path": project, "limit": 1e18})
			if err != nil {
				return err
			}
			_, err = s.Tools().CallTool(ctx, &toolv1.CallToolRequest{
				Name: "coderef_scan", Args: &toolv1.CallToolRequest_Arguments{Arguments: arguments},
			})
			return err
		}},
		{"INVALID_PAGE_TOKEN", codes.InvalidArgument, func(ctx context.Context) error {
			_, err := s.Tools().ListTools(ctx, &toolv1.ListToolsRequest{PageToken: "AAAA"})
			return err
		}},
		{"INVALID_PAGE_TOKEN", codes.InvalidArgument, s.scan(&codeintelv1.ScanRequest{
			ProjectPath: project, PageToken: "AAAA",
		})},
		{"LIST_CHANGED", codes.Aborted, s.changedScan},
		{"SERVER_NOT_FOUND", codes.NotFound, s.callTool("coderef_scan", "no-such-server", `{}`)},
		{"TOOL_NOT_FOUND", codes.NotFound, s.callTool("nothing", "", `{}`)},
		{"TOOL_NOT_FOUND", codes.NotFound, s.callTool("nothing", "misbehaves", `{}`)},
		{"SERVER_PARKED", codes.FailedPrecondition, s.callTool("nothing", "missing", `{}`)},
		{"SERVER_EXITED", codes.Aborted, s.callTool("exit", "misbehaves", `{}`)},
		{"SERVER_ERROR", codes.InvalidArgument, s.callTool("reject", "misbehaves", `{}`)},
		{"DEADLINE_EXCEEDED", codes.DeadlineExceeded, func(ctx context.Context) error {
			ctx, cancel := context.WithTimeout(ctx, inChild)
			defer cancel()
			return s.callTool("hang", "misbehaves", `{}`)(ctx)
		}},
		{"OVERLOADED", codes.ResourceExhausted, func(ctx context.Context) error { return s.overload(ctx, t) }},
		{"TOOL_ERROR", codes.NotFound, s.scan(&codeintelv1.ScanRequest{ProjectPath: "/no/such/project"})},
		{"TOOL_ERROR", codes.NotFound, s.query(project, "formatPrize")}, // with TargetCandidates
		{"REQUEST_TOO_LARGE", codes.ResourceExhausted, s.callTool("coderef_scan", "", `{"project_path":"`+tooLong+`"}`)},
		{"RESPONSE_TOO_LARGE", codes.ResourceExhausted, s.scan(&codeintelv1.ScanRequest{
			ProjectPath: s.large(t), PageSize: 10_000,
		})},
		{"RESOURCE_NOT_FOUND", codes.NotFound, s.read(&resourcev1.GetResourceRequest{
			Resource: &resourcev1.GetResourceRequest_Uri{Uri: "coderef://nothing/p"},
		})},
		{"RESOURCE_TEMPLATE_NOT_FOUND", codes.NotFound, s.read(&resourcev1.GetResourceRequest{
			Resource:  &resourcev1.GetResourceRequest_UriTemplate{UriTemplate: "none://{a}"},
			Arguments: map[string]string{"a": "b"},
		})},
		{"INVALID_TEMPLATE_ARGUMENTS", codes.InvalidArgument, s.read(&resourcev1.GetResourceRequest{
			Resource: &resourcev1.GetResourceRequest_UriTemplate{UriTemplate: "coderef://summary{+project_path}"},
		})},
	} {
		t.Run(test.reason, func(t *testing.T) {
			checkDocumented(t, rows, test.call(soon(t)), test.reason, test.code)
		})
	}
}
