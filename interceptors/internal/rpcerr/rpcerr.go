// Package rpcerr makes the statuses that interceptors answer by themselves, in
// the form that the contract promises: one google.rpc.ErrorInfo each.
package rpcerr

import (
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// domain of every ErrorInfo of this service.
const domain = "coderef"

// New returns a status with an ErrorInfo and further details.
func New(code codes.Code, reason commonv1.ErrorReason, message string, metadata map[string]string, details ...protoadapt.MessageV1) *status.Status {
	st := status.New(code, message)
	info := &errdetails.ErrorInfo{Reason: reason.String(), Domain: domain, Metadata: metadata}
	detailed, err := st.WithDetails(append([]protoadapt.MessageV1{info}, details...)...)
	if err != nil { // only for a message that cannot be marshalled
		return st
	}
	return detailed
}
