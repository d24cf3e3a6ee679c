package server

import (
	"errors"
	"fmt"
	"strconv"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/failure"
	"github.com/coderef-system/coderefd/server/internal/text"
	"github.com/coderef-system/coderefd/server/internal/toolresult"
)

// resourceNotFoundError adds similar resources and templates to the failure.
type resourceNotFoundError struct {
	failure         *mcpbridge.Error
	near, templates []string
}

func (e *resourceNotFoundError) Error() string { return e.failure.Error() }
func (e *resourceNotFoundError) Unwrap() error { return e.failure }

func (e *resourceNotFoundError) Verdict() failure.Verdict {
	v := failure.Bridge(e.failure)
	v.Message += orElse("nearest:", e.near) + orElse("templates:", e.templates)
	return v
}

// templateNotFoundError reports that no server, or not the requested one, has a template.
type templateNotFoundError struct {
	server, template string
	near             []string
}

func (e *templateNotFoundError) Error() string {
	who := "no server has"
	if e.server != "" {
		who = fmt.Sprintf("server %q does not have", e.server)
	}
	return fmt.Sprintf(
		"%s the URI template %q; ListResourceTemplates returns the available ones", who,
		text.Clean(e.template, text.MaxForeign/2),
	) +
		orElse("nearest:", e.near)
}

func (e *templateNotFoundError) Verdict() failure.Verdict {
	v := failure.Verdict{
		Code: codes.NotFound, Reason: commonv1.ErrorReason_ERROR_REASON_RESOURCE_TEMPLATE_NOT_FOUND, Message: e.Error(),
		Violations: []failure.Violation{{Field: "uri_template", Description: "is not available"}},
	}
	return v.With("server", e.server).With("uriTemplate", text.Clean(e.template, text.MaxForeign))
}

// templateArgumentsError reports that the arguments do not match the variables of a template.
type templateArgumentsError struct {
	server, template string
	violations       []failure.Violation
}

func (e *templateArgumentsError) Error() string {
	message := e.violations[0].Description
	if more := len(e.violations) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	return message
}

func (e *templateArgumentsError) Verdict() failure.Verdict {
	v := failure.Verdict{
		Code:       codes.InvalidArgument,
		Reason:     commonv1.ErrorReason_ERROR_REASON_INVALID_TEMPLATE_ARGUMENTS,
		Message:    e.Error(),
		Violations: e.violations,
	}
	return v.With("server", e.server).With("uriTemplate", text.Clean(e.template, text.MaxForeign))
}

// unreadableError reports that the result of a read is not an MCP result.
type unreadableError struct {
	server, uri string
	err         error
}

func (e *unreadableError) Error() string {
	return fmt.Sprintf("the response of server %q is not valid MCP: %v", e.server, e.err)
}

func (e *unreadableError) Unwrap() error { return e.err }

func (e *unreadableError) Verdict() failure.Verdict {
	v := failure.Verdict{
		Code:    codes.Internal,
		Reason:  commonv1.ErrorReason_ERROR_REASON_SERVER_PROTOCOL_ERROR,
		Message: e.Error(),
	}
	var where *toolresult.ReadError
	if errors.As(e.err, &where) {
		v = v.With("pointer", where.Pointer)
	}
	return v.With("server", e.server).
		With("uri", text.Clean(e.uri, text.MaxForeign)).
		With("stage", string(mcpbridge.StageChild))
}

// resourceTooLargeError reports that a resource exceeds the limit of a unary response.
type resourceTooLargeError struct {
	server, uri string
	size, limit int
}

func (e *resourceTooLargeError) Error() string {
	return fmt.Sprintf(
		"the resource has %d bytes and exceeds the limit of %d for a unary response: use StreamResource", e.size,
		e.limit,
	)
}

func (e *resourceTooLargeError) Verdict() failure.Verdict {
	v := failure.Verdict{
		Code: codes.ResourceExhausted, Reason: commonv1.ErrorReason_ERROR_REASON_RESPONSE_TOO_LARGE, Message: e.Error(),
	}
	return v.With("sizeBytes", strconv.Itoa(e.size)).With("limitBytes", strconv.Itoa(e.limit)).
		With("server", e.server).With("uri", text.Clean(e.uri, text.MaxForeign))
}

// checkResourceSize rejects a response that exceeds the limit of a unary response. contents is the size of
// the contents in bytes; if it exceeds the limit by itself, resp does not include them.
func (b *backend) checkResourceSize(resp proto.Message, contents int, read *readResult) error {
	if size := max(proto.Size(resp), contents); size > b.Limits.ResponseBytes {
		return &resourceTooLargeError{
			server: read.result.Server,
			uri:    read.request.URI,
			size:   size,
			limit:  b.Limits.ResponseBytes,
		}
	}
	return nil
}
