package retry

import (
	"context"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// UnaryServerInterceptor repeats unary calls.
func UnaryServerInterceptor(o Options) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		var resp any
		c := call{
			ctx:    func() context.Context { return ctx },
			policy: func() Policy { return o.Policy(info.FullMethod, req) },
			once: func(int) error {
				var err error
				resp, err = handler(ctx, req)
				return err
			},
			open:   func() bool { return true },
			budget: o.Budget,
		}
		end := c.run() //nolint:contextcheck // c has the context of the call
		if end.err != nil {
			resp = end.fallback()
			if failure, isError := resp.(error); isError {
				end.err, resp = failure, nil
				end = end.tried()
			}
		}
		if resp == nil {
			if end.leave {
				// It fails only outside of a server call.
				_ = grpc.SetTrailer(ctx, noRetry())
			}
			return nil, end.err
		}
		setAttempts(resp, end.attempts)
		return resp, nil
	}
}

// StreamServerInterceptor repeats streams with one request. Other streams are not repeated, because
// their requests cannot be read again.
func StreamServerInterceptor(o Options) grpc.StreamServerInterceptor {
	return func(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		if info.IsClientStream {
			return handler(srv, stream)
		}
		replay := &replayStream{ServerStream: stream}
		c := call{
			ctx:    stream.Context,
			policy: func() Policy { return o.Policy(info.FullMethod, replay.request()) },
			once: func(attempt int) error {
				replay.start(attempt)
				return handler(srv, replay)
			},
			open:   func() bool { return !replay.sent.Load() },
			budget: o.Budget,
		}
		end := c.run()
		if end.err != nil {
			end = replay.sendFallback(end)
		}
		if end.err != nil && end.leave {
			stream.SetTrailer(noRetry())
		}
		return end.err
	}
}

// replayStream gives the same request to each attempt.
type replayStream struct {
	grpc.ServerStream
	// first is the request that the first attempt received; nil if it has not been read.
	first proto.Message
	// read means that this attempt has read the request. attempt counts from 1.
	read    bool
	attempt int
	// sent means that a message was sent, so that no other attempt is possible.
	sent atomic.Bool
}

func (s *replayStream) start(attempt int) { s.attempt, s.read = attempt, false }

// request returns the request, or nil if it has not been read.
func (s *replayStream) request() any {
	if s.first == nil {
		return nil
	}
	return s.first
}

func (s *replayStream) RecvMsg(m any) error {
	msg, isProto := m.(proto.Message)
	if s.first != nil && !s.read && isProto {
		s.read = true
		proto.Merge(msg, s.first)
		return nil
	}
	err := s.ServerStream.RecvMsg(m)
	if err == nil && isProto && s.first == nil {
		s.first, s.read = msg, true
	}
	return err
}

func (s *replayStream) SendMsg(m any) error {
	s.sent.Store(true)
	setAttempts(m, s.attempt)
	return s.ServerStream.SendMsg(m)
}

// sendFallback sends the result that the last error holds, in place of the error.
func (s *replayStream) sendFallback(end outcome) outcome {
	switch held := end.fallback().(type) {
	case nil:
	case error:
		end.err = held
		end = end.tried()
	case []any:
		end.err = s.sendAll(held)
	default:
		end.err = s.sendAll([]any{held})
	}
	return end
}

func (s *replayStream) sendAll(messages []any) error {
	for _, m := range messages {
		if err := s.SendMsg(m); err != nil {
			return err
		}
	}
	return nil
}

// setAttempts corrects the number of attempts in a response that contains it.
func setAttempts(resp any, attempts int) {
	if info := callInfo(resp); info != nil {
		info.AttemptCount = int32(min(attempts, 1<<30)) //nolint:gosec // bounded on this line
	}
}

// callInfo returns the CallInfo of a response, or, for an event of a stream, that of the member
// that is set in one of its oneofs. It returns nil if there is none.
func callInfo(resp any) *commonv1.CallInfo {
	if holder, ok := resp.(callInfoHolder); ok {
		return holder.GetCallInfo()
	}
	msg, ok := resp.(proto.Message)
	if !ok {
		return nil
	}
	event := msg.ProtoReflect()
	oneofs := event.Descriptor().Oneofs()
	for i := range oneofs.Len() {
		member := event.WhichOneof(oneofs.Get(i))
		if member == nil || member.Message() == nil {
			continue
		}
		if holder, ok := event.Get(member).Message().Interface().(callInfoHolder); ok {
			return holder.GetCallInfo()
		}
	}
	return nil
}

// callInfoHolder is a generated message with a field call_info.
type callInfoHolder interface{ GetCallInfo() *commonv1.CallInfo }
