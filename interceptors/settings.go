package interceptors

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/coderef-system/coderefd/interceptors/deadline"
	"github.com/coderef-system/coderefd/interceptors/retry"
	"github.com/coderef-system/coderefd/internal/method"
)

// ReceiveHeadroom is the recommended distance, in bytes, between [Config.RequestBytes] and the transport's
// receive limit. Requests in between are rejected with a reason.
const ReceiveHeadroom = 1 << 20

func (cfg Config) deadlines(methods *method.Table) deadline.Options {
	return deadline.Options{
		Timeouts: func(name string, req any) deadline.Timeouts {
			p := cfg.Policies.Policy(name, req)
			return deadline.Timeouts{Default: p.DefaultTimeout, Max: p.MaxTimeout}
		},
		Unlimited:   func(name string) bool { return methods.Of(name).Watch },
		Reserve:     cfg.Reserve,
		Floor:       cfg.Floor,
		ErrorDomain: cfg.ErrorDomain,
	}
}

func (cfg Config) retries(budget *retry.Budget) retry.Options {
	return retry.Options{
		Policy: func(name string, req any) retry.Policy {
			p := cfg.Policies.Policy(name, req)
			return retry.Policy{Server: p.Server, MaxAttempts: p.MaxAttempts, Backoff: p.Backoff}
		},
		Budget: budget,
	}
}

func (cfg Config) budget() (*retry.Budget, error) {
	if cfg.RetryBudget.Tokens == 0 {
		return nil, nil
	}
	return retry.NewBudget(cfg.RetryBudget.Tokens, cfg.RetryBudget.Ratio)
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
