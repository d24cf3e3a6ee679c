package interceptors

import (
	"log/slog"
	"time"

	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/coderef-system/coderefd/interceptors/deadline"
	"github.com/coderef-system/coderefd/interceptors/retry"
	"github.com/coderef-system/coderefd/internal/method"
)

// Policy is the configuration for one call.
type Policy struct {
	// Timeouts set and cap the deadline.
	Timeouts deadline.Timeouts
	// Retry names the server of the call and bounds its attempts.
	Retry retry.Policy
}

// Lookup finds the policy of a call. It may be called concurrently.
type Lookup interface {
	// Policy returns the policy for a method. The request is nil as long as it has not been read.
	Policy(fullMethod string, req any) Policy
}

// Config configures the chain. Policies and Status are required.
type Config struct {
	// Logger receives log records for operators. If it is nil, they are discarded.
	Logger *slog.Logger
	// Policies returns the policy of each call.
	Policies Lookup
	// Status converts an error of a handler that is not a status. It must not return OK. It also
	// chooses the domain of the ErrorInfo.
	Status func(error) *status.Status
	// ErrorDomain is the domain of the google.rpc.ErrorInfo in the statuses that the links return
	// themselves. Empty: "coderef".
	ErrorDomain string
	// Reserve is subtracted from the caller's deadline, so that this service's own
	// DEADLINE_EXCEEDED arrives before the caller's timer ends the call.
	Reserve time.Duration
	// Floor is the minimum time, after the reserve, that a call needs to be started.
	Floor time.Duration
	// RetryBudget bounds the retries of each server. Nil means no bound.
	RetryBudget *retry.Budget
	// RequestBytes is the size of the largest request message. Zero disables the check. Set the
	// server's own receive limit to RequestBytes + [ReceiveHeadroom], because the status of a
	// request that exceeds the receive limit has no ErrorInfo.
	RequestBytes int
}

// ReceiveHeadroom is the recommended distance, in bytes, between [Config.RequestBytes] and the
// transport's receive limit. Requests in between are rejected with a reason.
const ReceiveHeadroom = 1 << 20

func (cfg Config) deadlines(methods *method.Table) deadline.Options {
	return deadline.Options{
		Timeouts: func(name string, req any) deadline.Timeouts {
			return cfg.Policies.Policy(name, req).Timeouts
		},
		Unlimited:   func(name string) bool { return methods.Of(name).Watch },
		Reserve:     cfg.Reserve,
		Floor:       cfg.Floor,
		ErrorDomain: cfg.ErrorDomain,
	}
}

func (cfg Config) retries() retry.Options {
	return retry.Options{
		Policy: func(name string, req any) retry.Policy { return cfg.Policies.Policy(name, req).Retry },
		Budget: cfg.RetryBudget,
	}
}

// requests returns the request types of all methods of the contract.
func requests(methods *method.Table) []protoreflect.MessageDescriptor {
	var all []protoreflect.MessageDescriptor
	for _, m := range methods.All() {
		if !m.Auxiliary {
			all = append(all, m.Descriptor.Input())
		}
	}
	return all
}
