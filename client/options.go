package client

import (
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// Option changes how [Dial] connects and how its client calls.
type Option func(*options)

type options struct {
	creds    credentials.TransportCredentials
	timeout  time.Duration
	failFast bool
	health   bool
	grpc     []grpc.DialOption
}

func newOptions(opts []Option) options {
	o := options{creds: insecure.NewCredentials(), timeout: DefaultTimeout}
	for _, opt := range opts {
		opt(&o)
	}
	return o
}

// WithTimeout sets the deadline of calls whose context has none; the default is
// [DefaultTimeout]. 0 or less: such calls have no deadline but the service's own.
func WithTimeout(d time.Duration) Option {
	return func(o *options) { o.timeout = d }
}

// WithFailFast makes calls fail at once with UNAVAILABLE if the service cannot be
// reached, and repeats none. It suits programs whose user waits for the outcome
// and can repeat the command.
func WithFailFast() Option {
	return func(o *options) { o.failFast = true }
}

// WithHealthChecks keeps calls away from replicas that are not ready or are
// shutting down, at the cost of one open stream per replica. It gains nothing
// with a single replica, and has no effect with [WithFailFast].
func WithHealthChecks() Option {
	return func(o *options) { o.health = true }
}

// WithTransportCredentials replaces plain text, which is the default because
// coderefd listens on the loopback interface by default.
func WithTransportCredentials(creds credentials.TransportCredentials) Option {
	return func(o *options) { o.creds = creds }
}

// WithDialOptions adds options of gRPC. They override those of Dial. Interceptors
// run inside those of Dial, once per attempt.
func WithDialOptions(opts ...grpc.DialOption) Option {
	return func(o *options) { o.grpc = append(o.grpc, opts...) }
}
