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
