package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

func TestDetails(t *testing.T) {
	c := serve(t, &fake{unary: func(context.Context, int, string, any) (any, error) {
		return nil, failure(
			codes.FailedPrecondition,
			"TOOL_ERROR",
			[]string{"maybeExecuted", "true"},
			&errdetails.BadRequest{
				FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "/a", Description: "d"}},
			},
			&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)},
			&codeintelv1.ToolError{Code: codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ELEMENT_AMBIGUOUS, Hint: "h"},
			&codeintelv1.TargetCandidates{
				Candidates: []*codeintelv1.TargetCandidate{{Id: "x"}, {Id: "y"}}, CandidateCount: 3,
			},
			&commonv1.JsonRpcError{Code: -32000, DataJson: []byte(`1`)},
		)
	}})
	_, err := c.CodeIntelService().Query(soon(t), &codeintelv1.QueryRequest{})
	d, ok := client.Details(fmt.Errorf("wrapped: %w", err))
	if !ok || d.Reason != commonv1.ErrorReason_ERROR_REASON_TOOL_ERROR || d.ReasonName != "TOOL_ERROR" {
		t.Fatalf("Details: got %+v, %t, want reason TOOL_ERROR, true", d, ok)
	}
	if !d.MaybeExecuted() || d.Metadata["server"] != "s" {
		t.Errorf("got metadata %v, maybe executed %t, want server s, true", d.Metadata, d.MaybeExecuted())
	}
	if len(d.Violations) != 1 || d.Violations[0].GetField() != "/a" || d.Violations[0].GetDescription() != "d" {
		t.Errorf("got violations %v, want one: /a: d", d.Violations)
	}
	if delay, ok := d.RetryDelay(); !ok || delay != time.Second {
		t.Errorf("got retry delay %v, %t, want 1s", delay, ok)
	}
	const ambiguous = codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ELEMENT_AMBIGUOUS
	if d.ToolError.GetCode() != ambiguous || d.ToolError.GetHint() != "h" {
		t.Errorf("got tool error %v, want code %v and hint h", d.ToolError, ambiguous)
	}
	if d.Candidates.GetCandidates()[1].GetId() != "y" || d.Candidates.GetCandidateCount() != 3 {
		t.Errorf("got candidates %v, want the second y, of 3", d.Candidates)
	}
	if d.JSONRPCError.GetCode() != -32000 || string(d.JSONRPCError.GetDataJson()) != "1" {
		t.Errorf("got JSON-RPC error %v, want code -32000 with data 1", d.JSONRPCError)
	}
}

// A reason of a later version keeps its name.
func TestUnknownReason(t *testing.T) {
	err := failure(codes.Internal, "REASON_OF_A_LATER_VERSION", nil)
	d, ok := client.Details(err)
	if !ok || d.ReasonName != "REASON_OF_A_LATER_VERSION" || d.Reason != commonv1.ErrorReason_ERROR_REASON_UNSPECIFIED {
		t.Errorf("Details: got %+v, %t, want the unspecified reason named REASON_OF_A_LATER_VERSION, true", d, ok)
	}
	if delay, ok := d.RetryDelay(); ok || delay != 0 || d.MaybeExecuted() || d.Candidates.GetCandidates() != nil {
		t.Errorf("Details: got %+v, want no retry delay, candidates or maybe executed", d)
	}
}

func TestDetailsOfOtherErrors(t *testing.T) {
	foreign, err := status.New(codes.NotFound, "x").WithDetails(
		&errdetails.ErrorInfo{Domain: "example.com", Reason: "TOOL_NOT_FOUND"},
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "f"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{nil, io.EOF, context.Canceled, errors.New("x"), broken(), foreign.Err()} {
		d, ok := client.Details(err)
		if ok || d.ReasonName != "" || d.Violations != nil || client.Reason(err) != d.Reason || d.Reason != 0 {
			t.Errorf("error %v: got %+v, %t, want none", err, d, ok)
		}
	}
}
