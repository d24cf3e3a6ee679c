package client

import (
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// errorDomain is the domain of the service's error reasons.
const errorDomain = "coderef"

// ErrorInfo is what a program reads of an error of the service.
type ErrorInfo struct {
	// Reason is UNSPECIFIED for one that this version does not know; Name has it.
	Reason toolv1.ErrorReason
	// Name of the reason as sent.
	Name string
	// Metadata by its lowerCamelCase keys, such as server, tool, stage.
	Metadata map[string]string
}

// MaybeExecuted reports whether the tool may have run although the call failed.
func (e ErrorInfo) MaybeExecuted() bool { return e.Metadata["maybeExecuted"] == "true" }

// Reason returns the service's own reason for an error. It reports false for
// errors that did not come from the service: of the connection, of the caller's
// context, of anything between.
func Reason(err error) (ErrorInfo, bool) {
	for _, detail := range status.Convert(err).Details() {
		info, ok := detail.(*errdetails.ErrorInfo)
		if !ok || info.GetDomain() != errorDomain {
			continue
		}
		return ErrorInfo{
			Reason:   toolv1.ErrorReason(toolv1.ErrorReason_value[info.GetReason()]),
			Name:     info.GetReason(),
			Metadata: info.GetMetadata(),
		}, true
	}
	return ErrorInfo{}, false
}
