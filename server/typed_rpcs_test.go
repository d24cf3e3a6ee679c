package server_test

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// typedRPC is a typed RPC with a complete result of its tool.
type typedRPC struct {
	tool string
	// full is a call with every field of the request set. arguments is the tool's input for it.
	full      func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error)
	arguments string
	// bare is a call with only the required fields.
	bare          func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error)
	bareArguments string
	// result is the tool's result. response is the converted result without the call field.
	result, response string
	// required lists members without which the result is malformed.
	required []string
	// broken maps names of malformed results to the members that replace those of result.
	broken map[string]string
	// instead is the remedy in the status for a response that is too large.
	instead string
}

const smallerPage = "set a smaller page_size, or use StreamCallTool"

func typedRPCs() []typedRPC {
	return slices.Concat(graphRPCs(), metricRPCs(), referenceRPCs(), pictureRPCs())
}

// typedFake returns a fake that has the tool of the RPC.
func typedFake(rpc *typedRPC) *fake {
	f := newFake()
	f.tools = []*mcpbridge.Tool{repeatable(tool("alpha", rpc.tool, `{"type":"object"}`))}
	return f
}

// structuredReturns makes the fake return members as structured content.
func structuredReturns(f *fake, members string) {
	says(f, `{"content":[],"structuredContent":`+members+`}`)
}

// with replaces members of a JSON object; null removes a member.
func with(t *testing.T, object, more string) string {
	t.Helper()
	members, changes := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(object), &members); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(more), &changes); err != nil {
		t.Fatal(err)
	}
	maps.Copy(members, changes)
	maps.DeleteFunc(members, func(_ string, value json.RawMessage) bool { return string(value) == "null" })
	out, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestTypedRPCs(t *testing.T) {
	for _, rpc := range typedRPCs() {
		t.Run(rpc.tool, func(t *testing.T) {
			f := typedFake(&rpc)
			structuredReturns(f, rpc.result)
			c := serve(t, f).codeIntel
			got, err := rpc.full(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, with(t, rpc.response, `{`+callInfoJSON+`}`))
			if _, err := rpc.bare(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			for i, want := range []string{rpc.arguments, rpc.bareArguments} {
				if call := f.sent()[i]; call.Tool != rpc.tool || string(call.Arguments) != want {
					t.Errorf("called %s with %s, want %s", call.Tool, call.Arguments, want)
				}
			}
		})
	}
}

func TestTypedMalformed(t *testing.T) {
	for _, rpc := range typedRPCs() {
		t.Run(rpc.tool, func(t *testing.T) {
			results := map[string]string{"no success": with(t, rpc.result, `{"success":null}`)}
			for _, member := range rpc.required {
				results["no "+member] = with(t, rpc.result, `{"`+member+`":null}`)
				results[member+" of another type"] = with(t, rpc.result, `{"`+member+`":[[true]]}`)
			}
			for name, more := range rpc.broken {
				results[name] = with(t, rpc.result, more)
			}
			f := typedFake(&rpc)
			c := serve(t, f).codeIntel
			for name, members := range results {
				structuredReturns(f, members)
				_, err := rpc.full(t.Context(), c)
				if err == nil {
					t.Errorf("%s: %s: got no error, want one", name, members)
					continue
				}
				checkFailure(t, err, failure{
					code: codes.Internal, reason: "TOOL_RESULT_MALFORMED",
					metadata: map[string]string{"server": "alpha", "tool": rpc.tool},
					message: `the result of tool "` + rpc.tool + `" does not have the form that this RPC requires; ` +
						`CallTool returns it unchanged`,
				})
			}
		})
	}
}

func TestTypedToolErrorStatus(t *testing.T) {
	for _, rpc := range typedRPCs() {
		t.Run(rpc.tool, func(t *testing.T) {
			f := typedFake(&rpc)
			structuredReturns(f,
				`{"success":false,"error":{"code":"PROJECT_NOT_FOUND","message":"no folder /p","hint":"check it"}}`)
			_, err := rpc.full(t.Context(), serve(t, f).codeIntel)
			checkFailure(t, err, failure{
				code: codes.NotFound, reason: "TOOL_ERROR", message: "no folder /p; check it",
				metadata: map[string]string{"server": "alpha", "tool": rpc.tool},
				details: []proto.Message{&codeintelv1.ToolError{
					Code:     codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_PROJECT_NOT_FOUND,
					ToolCode: "PROJECT_NOT_FOUND", Hint: "check it",
				}},
			})
		})
	}
}

func TestTypedTooLarge(t *testing.T) {
	for _, rpc := range typedRPCs() {
		t.Run(rpc.tool, func(t *testing.T) {
			f := typedFake(&rpc)
			structuredReturns(f, with(t, rpc.result, `{"warnings":["`+strings.Repeat("x", responseLimit)+`"]}`))
			_, err := rpc.full(t.Context(), serve(t, f).codeIntel)
			got := failureOf(t, err)
			if got.code != codes.ResourceExhausted || got.reason != "RESPONSE_TOO_LARGE" ||
				!strings.HasSuffix(got.message, ": "+rpc.instead) {
				t.Errorf("got %v, want %q", err, rpc.instead)
			}
		})
	}
}

// A tool that the code-intelligence server does not have is reported as not found.
func TestTypedToolMissing(t *testing.T) {
	for _, rpc := range typedRPCs() {
		f := newFake()
		f.tools = nil
		_, err := rpc.full(t.Context(), serve(t, f).codeIntel)
		checkFailure(t, err, failure{
			code: codes.NotFound, reason: "TOOL_NOT_FOUND",
			message:  `server "alpha" has no tool "` + rpc.tool + `"; ListTools returns its tools`,
			metadata: map[string]string{"server": "alpha", "tool": rpc.tool, "stage": "route"},
		})
	}
}

// docs/errors.md lists every tool error code of the contract with its status code and the codes of the tools
// that map to it.
func TestToolErrorCodes(t *testing.T) {
	text, err := readErrorsDoc()
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(text, "\n## Errors of the code-intelligence tools\n")
	table, _, _ := strings.Cut(after, "\n## ")
	rows := regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\| `([A-Z_]+)` \\| ([^|]+) \\|").FindAllStringSubmatch(table, -1)
	f := newFake()
	c := serve(t, f).codeIntel
	documented := make(map[string]bool)
	for _, row := range rows {
		name, status := row[1], row[2]
		documented[name] = true
		words := regexp.MustCompile("`([A-Z_]+)`").FindAllStringSubmatch(row[3], -1)
		if len(words) == 0 {
			words = [][]string{{"", "NOVEL"}}
		}
		for _, word := range words {
			structuredReturns(f, `{"success":false,"error":{"code":"`+word[1]+`","message":"m"}}`)
			_, err := c.Scan(t.Context(), &codeintelv1.ScanRequest{ProjectPath: "/p"})
			got := failureOf(t, err)
			want := &codeintelv1.ToolError{
				Code:     codeintelv1.ToolErrorCode(codeintelv1.ToolErrorCode_value["TOOL_ERROR_CODE_"+name]),
				ToolCode: word[1],
			}
			if diff := cmp.Diff([]proto.Message{want}, got.details, protocmp.Transform()); diff != "" {
				t.Errorf("%s (-documented +got):\n%s", word[1], diff)
			}
			var code codes.Code
			if err := code.UnmarshalJSON([]byte(`"` + status + `"`)); err != nil || got.code != code {
				t.Errorf("%s: got code %v, want the documented %s", word[1], got.code, status)
			}
		}
	}
	values := codeintelv1.ToolErrorCode(0).Descriptor().Values()
	for i := range values.Len() {
		if name := strings.TrimPrefix(string(values.Get(i).Name()), "TOOL_ERROR_CODE_"); !documented[name] {
			t.Errorf("docs/errors.md: got no row of %s, want one", name)
		}
	}
}

// A tool that writes is repeated only if the bridge states that this is safe.
func TestTypedSideEffects(t *testing.T) {
	for _, rpc := range typedRPCs() {
		if rpc.tool != "coderef_tag" && rpc.tool != "coderef_export" {
			continue
		}
		for _, repeatable := range []bool{false, true} {
			f := typedFake(&rpc)
			f.call = func(_ context.Context, call mcpbridge.Call, attempt int) (*mcpbridge.Result, error) {
				if attempt > 1 {
					return resultOf(`{"structuredContent":` + rpc.result + `}`), nil
				}
				return nil, &mcpbridge.Error{
					Kind: mcpbridge.KindServerExited, Server: call.Server, Tool: call.Tool, Stage: mcpbridge.StageChild,
					Written: true, Repeatable: repeatable,
				}
			}
			_, err := rpc.full(t.Context(), serve(t, f).codeIntel)
			switch calls := len(f.sent()); {
			case repeatable && (err != nil || calls != 2):
				t.Errorf("%s, repeatable: got error %v after %d calls, want none after 2", rpc.tool, err, calls)
			case !repeatable && calls != 1:
				t.Errorf("%s, not repeatable: got %d calls, want 1", rpc.tool, calls)
			case !repeatable:
				checkFailure(t, err, failure{
					code: codes.Aborted, reason: "SERVER_EXITED",
					message: `server "alpha" exited during the call; the tool may have run`,
					metadata: map[string]string{
						"server": "alpha", "tool": rpc.tool, "stage": "server", "maybeExecuted": "true",
					},
				})
			}
		}
	}
}

// A count that a tool does not report is absent, not 0.
func TestTypedUnresolvedUnknown(t *testing.T) {
	for _, rpc := range graphRPCs() {
		if rpc.tool != "coderef_query" && rpc.tool != "coderef_impact" {
			continue
		}
		f := typedFake(&rpc)
		c := serve(t, f).codeIntel
		for members, want := range map[string]bool{
			rpc.result: true, with(t, rpc.result, `{"unresolved":{"calls":0,"imports":0}}`): true,
			with(t, rpc.result, `{"unresolved":null}`): false,
		} {
			structuredReturns(f, members)
			got, err := rpc.full(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			response := got.(interface {
				GetAnalysis() *codeintelv1.Analysis
			})
			if present := response.GetAnalysis().GetUnresolved() != nil; present != want {
				t.Errorf("%s: unresolved is present: %t, want %t", rpc.tool, present, want)
			}
		}
	}
}
