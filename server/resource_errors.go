package server

import (
	"errors"
	"fmt"
	"strconv"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/toolresult"
)

// resourceNotFoundError adds what may be meant.
type resourceNotFoundError struct {
	failure         *mcpbridge.Error
	near, templates []string
}

func (e *resourceNotFoundError) Error() string { return e.failure.Error() }
func (e *resourceNotFoundError) Unwrap() error { return e.failure }

func (e *resourceNotFoundError) verdict() verdict {
	v := bridgeVerdict(e.failure)
	v.message += orElse("nearest:", e.near) + orElse("templates:", e.templates)
	return v
}

// templateNotFoundError says that a template is offered by no server, or not by the
// one that was named.
type templateNotFoundError struct {
	server, template string
	near             []string
}

func (e *templateNotFoundError) Error() string {
	who := "no server offers"
	if e.server != "" {
		who = fmt.Sprintf("server %q does not offer", e.server)
	}
	return fmt.Sprintf("%s the template %q; ListResourceTemplates names those that are offered", who, cleanText(e.template, maxForeignText/2)) +
		orElse("nearest:", e.near)
}

func (e *templateNotFoundError) verdict() verdict {
	v := verdict{
		code: codes.NotFound, reason: commonv1.ErrorReason_ERROR_REASON_RESOURCE_TEMPLATE_NOT_FOUND, message: e.Error(),
		violations: []violation{{"uri_template", "is not offered"}},
	}
	return v.with("server", e.server).with("uriTemplate", cleanText(e.template, maxForeignText))
}

// templateArgumentsError says that a template and its arguments make no URI.
type templateArgumentsError struct {
	server, template string
	violations       []violation
}

func (e *templateArgumentsError) Error() string {
	message := e.violations[0].description
	if more := len(e.violations) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	return message
}

func (e *templateArgumentsError) verdict() verdict {
	v := verdict{
		code: codes.InvalidArgument, reason: commonv1.ErrorReason_ERROR_REASON_INVALID_TEMPLATE_ARGUMENTS, message: e.Error(),
		violations: e.violations,
	}
	return v.with("server", e.server).with("uriTemplate", cleanText(e.template, maxForeignText))
}

// unreadableError says that what a server sent for a resource is not what MCP says.
type unreadableError struct {
	server, uri string
	err         error
}

func (e *unreadableError) Error() string {
	return fmt.Sprintf("the answer of server %q is not valid MCP: %v", e.server, e.err)
}

func (e *unreadableError) Unwrap() error { return e.err }

func (e *unreadableError) verdict() verdict {
	v := verdict{code: codes.Internal, reason: commonv1.ErrorReason_ERROR_REASON_SERVER_PROTOCOL_ERROR, message: e.Error()}
	var where *toolresult.ReadError
	if errors.As(e.err, &where) {
		v = v.with("pointer", where.Pointer)
	}
	return v.with("server", e.server).with("uri", cleanText(e.uri, maxForeignText)).with("stage", string(mcpbridge.StageChild))
}

// resourceTooLargeError says that a resource does not fit a unary response.
type resourceTooLargeError struct {
	server, uri string
	size, limit int
}

func (e *resourceTooLargeError) Error() string {
	return fmt.Sprintf("the resource has %d bytes, a unary response at most %d: use StreamResource", e.size, e.limit)
}

func (e *resourceTooLargeError) verdict() verdict {
	v := verdict{
		code: codes.ResourceExhausted, reason: commonv1.ErrorReason_ERROR_REASON_RESPONSE_TOO_LARGE, message: e.Error(),
	}
	return v.with("sizeBytes", strconv.Itoa(e.size)).with("limitBytes", strconv.Itoa(e.limit)).
		with("server", e.server).with("uri", cleanText(e.uri, maxForeignText))
}

// checkResourceSize refuses a response that is over the limit of a unary one. It
// holds no contents if their size alone is.
func (b *backend) checkResourceSize(resp proto.Message, contents int, answer *resourceAnswer) error {
	if size := max(proto.Size(resp), contents); size > b.Limits.ResponseBytes {
		return &resourceTooLargeError{server: answer.result.Server, uri: answer.read.URI, size: size, limit: b.Limits.ResponseBytes}
	}
	return nil
}
