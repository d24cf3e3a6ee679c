package validate

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"buf.build/go/protovalidate"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/interceptors/internal/rpcerr"
)

// maxViolations bounds the violations in one status, because a status travels in a header.
const maxViolations = 16

// Options configures the interceptors.
type Options struct {
	// Validator checks messages. Required. See [NewValidator].
	Validator protovalidate.Validator
	// MaxBytes is the size of the largest request message. Zero disables the check.
	MaxBytes int
	// ErrorDomain is the domain of the google.rpc.ErrorInfo in each status. Empty means "coderef".
	ErrorDomain string
}

// NewValidator returns a validator that has compiled the rules of messages in advance, which makes
// the first call faster. It also validates other messages. It is safe for concurrent use.
func NewValidator(messages ...protoreflect.MessageDescriptor) (protovalidate.Validator, error) {
	v, err := protovalidate.New(protovalidate.WithMessageDescriptors(messages...))
	if err != nil {
		return nil, fmt.Errorf("validate: %w", err)
	}
	return v, nil
}

// UnaryServerInterceptor checks requests of unary calls.
func UnaryServerInterceptor(o Options) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		if err := o.check(req); err != nil {
			return nil, err
		}
		return handler(ctx, req)
	}
}

// StreamServerInterceptor checks every message that a stream receives.
func StreamServerInterceptor(o Options) grpc.StreamServerInterceptor {
	return func(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		return handler(srv, &checkedStream{ServerStream: stream, options: o})
	}
}

type checkedStream struct {
	grpc.ServerStream
	options Options
}

func (s *checkedStream) RecvMsg(m any) error {
	if err := s.ServerStream.RecvMsg(m); err != nil {
		return err
	}
	return s.options.check(m)
}

func (o Options) check(req any) error {
	msg, ok := req.(proto.Message)
	if !ok { // not protobuf, so not a message of the contract
		return nil
	}
	if size := proto.Size(msg); o.MaxBytes > 0 && size > o.MaxBytes {
		return rpcerr.New(o.ErrorDomain, codes.ResourceExhausted, commonv1.ErrorReason_ERROR_REASON_REQUEST_TOO_LARGE,
			fmt.Sprintf("the request has %d bytes and exceeds the limit of %d", size, o.MaxBytes),
			map[string]string{"sizeBytes": strconv.Itoa(size), "limitBytes": strconv.Itoa(o.MaxBytes)}).Err()
	}
	err := o.Validator.Validate(msg)
	if err == nil {
		return nil
	}
	var invalid *protovalidate.ValidationError
	if !errors.As(err, &invalid) || len(invalid.Violations) == 0 { // a rule that does not compile
		return rpcerr.New(o.ErrorDomain, codes.Internal, commonv1.ErrorReason_ERROR_REASON_INTERNAL,
			"internal error: the request could not be checked", nil).Err()
	}
	return o.refuse(msg.ProtoReflect().Descriptor(), invalid.Violations)
}

func (o Options) refuse(request protoreflect.MessageDescriptor, violations []*protovalidate.Violation) error {
	bad := new(errdetails.BadRequest)
	for _, v := range violations[:min(len(violations), maxViolations)] {
		bad.FieldViolations = append(bad.FieldViolations, &errdetails.BadRequest_FieldViolation{
			Field:       protovalidate.FieldPathString(v.Proto.GetField()),
			Description: describe(request, v),
			Reason:      v.Proto.GetRuleId(),
		})
	}
	first := bad.GetFieldViolations()[0]
	message := first.GetDescription() // the rule concerns the request as a whole
	if first.GetField() != "" {
		message = sentence(first.GetField(), message)
	}
	if more := len(violations) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	reason := commonv1.ErrorReason_ERROR_REASON_INVALID_REQUEST
	return rpcerr.New(o.ErrorDomain, codes.InvalidArgument, reason, message, nil, bad).Err()
}
