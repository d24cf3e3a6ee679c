package server

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

// verdict is what the table says of an error.
type verdict struct {
	code       codes.Code
	reason     commonv1.ErrorReason
	message    string
	metadata   map[string]string
	violations []violation
	// details are typed details of a bounded size.
	details []proto.Message
	// retryIn, when positive, becomes google.rpc.RetryInfo.
	retryIn time.Duration
}

// violation is one broken rule of the request.
type violation struct {
	field       string
	description string
}

// classified is a domain error of this package: it knows its own row.
type classified interface {
	error
	verdict() verdict
}

// with returns v with one more metadata entry; empty values are left out.
func (v verdict) with(key, value string) verdict {
	if value == "" {
		return v
	}
	metadata := maps.Clone(v.metadata)
	if metadata == nil {
		metadata = make(map[string]string)
	}
	metadata[key] = value
	v.metadata = metadata
	return v
}

// maybeExecuted tells the caller that the tool may have run, unless running it
// again does no harm.
func (v verdict) maybeExecuted(repeatable bool) verdict {
	if repeatable {
		return v
	}
	return v.with("maybeExecuted", "true")
}

// Bounds of a status, in bytes. It travels in headers, which proxies and clients
// limit to 8 KiB: its message twice and escaped, its details in base64.
const (
	maxMessage        = 1 << 10
	maxViolationBytes = 3 << 10
)

func (v verdict) status() *status.Status {
	st := status.New(v.code, text.Cut(v.message, maxMessage))
	details := []protoadapt.MessageV1{&errdetails.ErrorInfo{
		Reason: wireReason(v.reason), Domain: errorDomain, Metadata: v.metadata,
	}}
	if len(v.violations) > 0 {
		details = append(details, badRequest(v.violations))
	}
	if v.retryIn > 0 {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(v.retryIn)})
	}
	for _, detail := range v.details {
		details = append(details, protoadapt.MessageV1Of(detail))
	}
	detailed, err := st.WithDetails(details...)
	if err != nil { // only a message that cannot be marshalled, which none of these is
		return st
	}
	return detailed
}

// badRequest returns as many violations as fit a status.
func badRequest(violations []violation) *errdetails.BadRequest {
	bad := new(errdetails.BadRequest)
	room := maxViolationBytes
	for _, broken := range violations {
		if room -= len(broken.field) + len(broken.description); room < 0 {
			break
		}
		bad.FieldViolations = append(bad.FieldViolations, &errdetails.BadRequest_FieldViolation{
			Field: broken.field, Description: broken.description,
		})
	}
	return bad
}

// wireReason is the reason as an ErrorInfo carries it: the name of the value
// without the prefix of the enum (AIP-193).
func wireReason(reason commonv1.ErrorReason) string {
	return strings.TrimPrefix(reason.String(), "ERROR_REASON_")
}
