package client

import (
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// errorDomain is the domain of the service's error reasons.
const errorDomain = "coderef"

// reasonPrefix precedes the name of a reason in the enum, but not on the wire.
const reasonPrefix = "ERROR_REASON_"

// ErrorDetails holds the details of an error status of the service. The getters
// of its messages accept nil, so that a detail that is absent reads as empty.
type ErrorDetails struct {
	// Reason of the error. UNSPECIFIED if this version of the client does not know
	// it; see ReasonName.
	Reason commonv1.ErrorReason
	// ReasonName is the reason as sent, without the prefix ERROR_REASON_, such as
	// "TOOL_NOT_FOUND".
	ReasonName string
	// Metadata by lowerCamelCase keys, such as server, tool and stage.
	Metadata map[string]string
	// Violations are the invalid fields of a request, or the invalid arguments of
	// a tool as JSON pointers. Empty if the error is of another kind.
	Violations []*errdetails.BadRequest_FieldViolation
	// ToolError is the error that a code-intelligence tool reported to a typed
	// RPC; nil if the error is of another kind.
	ToolError *codeintelv1.ToolError
	// Candidates are elements to which an ambiguous or unknown target may refer; nil
	// if the target is not the problem.
	Candidates *codeintelv1.TargetCandidates
	// JSONRPCError is the error that an upstream server returned; nil if it
	// returned none.
	JSONRPCError *commonv1.JsonRpcError

	retryInfo *errdetails.RetryInfo
}

// MaybeExecuted reports whether the tool may have run although the call failed, and
// running it again may repeat its side effects.
func (d ErrorDetails) MaybeExecuted() bool { return d.Metadata["maybeExecuted"] == "true" }

// RetryDelay returns the delay after which the service suggests to repeat the call,
// and whether it suggests one.
func (d ErrorDetails) RetryDelay() (time.Duration, bool) {
	return d.retryInfo.GetRetryDelay().AsDuration(), d.retryInfo != nil
}

// Details returns the details of an error that the service returned, even if the
// error is wrapped. It reports false for nil and for errors of another origin, such
// as the connection, the caller's context or a proxy.
func Details(err error) (ErrorDetails, bool) {
	var d ErrorDetails
	ours := false
	for _, detail := range status.Convert(err).Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			if detail.GetDomain() != errorDomain {
				continue
			}
			ours = true
			d.ReasonName = strings.TrimPrefix(detail.GetReason(), reasonPrefix)
			d.Reason = commonv1.ErrorReason(commonv1.ErrorReason_value[reasonPrefix+d.ReasonName])
			d.Metadata = detail.GetMetadata()
		case *errdetails.BadRequest:
			d.Violations = detail.GetFieldViolations()
		case *errdetails.RetryInfo:
			d.retryInfo = detail
		case *codeintelv1.ToolError:
			d.ToolError = detail
		case *codeintelv1.TargetCandidates:
			d.Candidates = detail
		case *commonv1.JsonRpcError:
			d.JSONRPCError = detail
		}
	}
	if !ours {
		return ErrorDetails{}, false
	}
	return d, true
}

// Reason returns the reason of an error that the service returned. It is
// UNSPECIFIED for nil, for errors of another origin, and for a reason that this
// version of the client does not know.
func Reason(err error) commonv1.ErrorReason {
	d, _ := Details(err)
	return d.Reason
}
