package interceptors

import (
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors/deadline"
	"github.com/coderef-system/coderefd/interceptors/retry"
)

// ReceiveHeadroom is how far the transport's receive limit should lie above
// [Config.RequestBytes], in bytes: requests in between are refused with a reason.
const ReceiveHeadroom = 1 << 20

func (cfg Config) deadlines() deadline.Options {
	return deadline.Options{
		Timeouts: func(method string, req any) deadline.Timeouts {
			p := cfg.Policies.Policy(method, req)
			return deadline.Timeouts{Default: p.DefaultTimeout, Max: p.MaxTimeout}
		},
		Unlimited:   endless,
		Reserve:     cfg.Reserve,
		Floor:       cfg.Floor,
		ErrorDomain: cfg.ErrorDomain,
	}
}

func (cfg Config) retries(budget *retry.Budget) retry.Options {
	return retry.Options{
		Policy: func(method string, req any) retry.Policy {
			p := cfg.Policies.Policy(method, req)
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

// endless tells the methods that end when the caller has had enough: watches, of
// ours and of the health service, and reflection.
func endless(fullMethod string) bool {
	service, method, _ := strings.Cut(strings.TrimPrefix(fullMethod, "/"), "/")
	return strings.HasPrefix(method, "Watch") || strings.HasPrefix(service, "grpc.reflection.")
}

// requests returns the request of every method of the contract.
func requests() []protoreflect.MessageDescriptor {
	var all []protoreflect.MessageDescriptor
	for _, file := range []protoreflect.FileDescriptor{
		toolv1.File_coderef_tool_v1_tool_service_proto,
		resourcev1.File_coderef_resource_v1_resource_service_proto,
		adminv1.File_coderef_admin_v1_admin_service_proto,
		codeintelv1.File_coderef_codeintel_v1_codeintel_service_proto,
	} {
		services := file.Services()
		for i := range services.Len() {
			methods := services.Get(i).Methods()
			for j := range methods.Len() {
				all = append(all, methods.Get(j).Input())
			}
		}
	}
	return all
}
