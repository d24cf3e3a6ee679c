package failure

import (
	"maps"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// errorDomain is the domain of every google.rpc.ErrorInfo.
const errorDomain = "coderef"

// Verdict is the content of a status for an error.
type Verdict struct {
	Code     codes.Code
	Reason   commonv1.ErrorReason
	Message  string
	Metadata map[string]string
	// Violations become google.rpc.BadRequest, as many as fit a status.
	Violations []Violation
	// Details are typed details of a bounded size.
	Details []proto.Message
	// RetryIn, if positive, becomes google.rpc.RetryInfo.
	RetryIn time.Duration
}

// Violation is one violated constraint of the request.
type Violation struct {
	// Field is a field path, or a JSON pointer into the arguments.
	Field string
	// Description is a sentence for people.
	Description string
}

// Classified is an error with a status of its own.
type Classified interface {
	error
	Verdict() Verdict
}

// With returns v with one more metadata entry. Empty values are omitted.
func (v Verdict) With(key, value string) Verdict {
	if value == "" {
		return v
	}
	metadata := maps.Clone(v.Metadata)
	if metadata == nil {
		metadata = make(map[string]string)
	}
	metadata[key] = value
	v.Metadata = metadata
	return v
}

// MaybeExecuted reports to the caller that the tool may have run, unless running it again is safe.
func (v Verdict) MaybeExecuted(repeatable bool) Verdict {
	if repeatable {
		return v
	}
	return v.With("maybeExecuted", "true")
}

// Bounds of a status, in bytes. A status travels in headers, which proxies and clients limit to 8 KiB. The
// headers contain the message twice (escaped) and the details in base64.
const (
	maxMessage        = 1 << 10
	maxViolationBytes = 3 << 10
)

func (v Verdict) status() *status.Status {
	st := status.New(v.Code, text.Cut(v.Message, maxMessage))
	details := []protoadapt.MessageV1{&errdetails.ErrorInfo{
		Reason: wireReason(v.Reason), Domain: errorDomain, Metadata: v.Metadata,
	}}
	if len(v.Violations) > 0 {
		details = append(details, badRequest(v.Violations))
	}
	if v.RetryIn > 0 {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(v.RetryIn)})
	}
	for _, detail := range v.Details {
		details = append(details, protoadapt.MessageV1Of(detail))
	}
	detailed, err := st.WithDetails(details...)
	if err != nil { // cannot happen: all these messages can be marshalled
		return st
	}
	return detailed
}

// badRequest returns as many violations as fit a status.
func badRequest(violations []Violation) *errdetails.BadRequest {
	bad := new(errdetails.BadRequest)
	room := maxViolationBytes
	for _, broken := range violations {
		if room -= len(broken.Field) + len(broken.Description); room < 0 {
			break
		}
		bad.FieldViolations = append(bad.FieldViolations, &errdetails.BadRequest_FieldViolation{
			Field: broken.Field, Description: broken.Description,
		})
	}
	return bad
}

// wireReason is the reason as an ErrorInfo carries it: the name of the value
// without the prefix of the enum (AIP-193).
func wireReason(reason commonv1.ErrorReason) string {
	return strings.TrimPrefix(reason.String(), "ERROR_REASON_")
}
