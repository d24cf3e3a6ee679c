package client

import (
	_ "embed"
	"strings"

	_ "google.golang.org/grpc/health" // implements healthCheckConfig, which is ignored without it

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

//go:embed service_config.json
var serviceConfig string

// ServiceConfig returns the gRPC service config that [Dial] uses, as JSON. gRPC
// clients in any language can load it: it makes calls wait for the service,
// repeats the RPCs that have no side effects, limits retries, and balances calls
// over all addresses.
func ServiceConfig() string { return serviceConfig }

// failFastConfig neither waits nor repeats. Without a load balancing policy, gRPC
// reports the error of a name that cannot be resolved.
const failFastConfig = "{}"

func (o *options) serviceConfig() string {
	switch {
	case o.failFast:
		return failFastConfig
	case o.health:
		return healthChecked(serviceConfig)
	}
	return serviceConfig
}

// healthChecked adds a healthCheckConfig to a service config.
func healthChecked(config string) string {
	service := toolv1.ToolService_ServiceDesc.ServiceName
	return `{"healthCheckConfig": {"serviceName": "` + service + `"},` +
		strings.TrimPrefix(strings.TrimSpace(config), "{")
}
