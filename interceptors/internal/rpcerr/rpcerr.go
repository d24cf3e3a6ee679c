// Package rpcerr builds the statuses that interceptors return themselves, in the form that the
// contract specifies: each has one google.rpc.ErrorInfo.
package rpcerr

import (
	"cmp"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// DefaultDomain is the default domain of an ErrorInfo.
const DefaultDomain = "coderef"

// reasonPrefix is the prefix of an enum value's name that is omitted on the wire.
const reasonPrefix = "ERROR_REASON_"

// New returns a status with an ErrorInfo and further details. An empty domain means [DefaultDomain].
func New(
	domain string, code codes.Code, reason commonv1.ErrorReason, message string,
	metadata map[string]string, details ...protoadapt.MessageV1,
) *status.Status {
	st := status.New(code, message)
	info := &errdetails.ErrorInfo{
		Reason:   strings.TrimPrefix(reason.String(), reasonPrefix),
		Domain:   cmp.Or(domain, DefaultDomain),
		Metadata: metadata,
	}
	detailed, err := st.WithDetails(append([]protoadapt.MessageV1{info}, details...)...)
	if err != nil { // only if a message cannot be marshalled
		return st
	}
	return detailed
}
