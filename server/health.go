package server

import (
	"context"

	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// healthServerPrefix precedes a configured server's name in the health service.
const healthServerPrefix = "mcp.server/"

// FollowHealth keeps h up to date with the states of the servers. It returns when ctx ends. It leaves the
// last states in h, which its owner shuts down.
//
// The names "", coderef.tool.v1.ToolService and coderef.resource.v1.ResourceService are SERVING from the
// start: neither a liveness probe nor a load balancer may act on the exit of a single child process.
// mcp.server/<name> follows each server, and coderef.codeintel.v1.CodeIntelService follows the server named
// codeIntelServer.
func FollowHealth(ctx context.Context, h *health.Server, s Servers, codeIntelServer string) {
	changes, cancel := s.Subscribe()
	defer cancel()
	h.SetServingStatus("", healthv1.HealthCheckResponse_SERVING)
	h.SetServingStatus(toolv1.ToolService_ServiceDesc.ServiceName, healthv1.HealthCheckResponse_SERVING)
	h.SetServingStatus(resourcev1.ResourceService_ServiceDesc.ServiceName, healthv1.HealthCheckResponse_SERVING)
	for {
		setHealth(h, s.Servers(), codeIntelServer)
		select {
		case <-ctx.Done():
			return
		case _, open := <-changes:
			if !open {
				return
			}
		}
	}
}

func setHealth(h *health.Server, servers []mcpbridge.ServerStatus, codeIntelServer string) {
	codeIntel := healthv1.HealthCheckResponse_NOT_SERVING
	for _, server := range servers {
		serving := servingStatus(server.State)
		h.SetServingStatus(healthServerPrefix+server.Name, serving)
		if server.Name == codeIntelServer {
			codeIntel = serving
		}
	}
	h.SetServingStatus(codeintelv1.CodeIntelService_ServiceDesc.ServiceName, codeIntel)
}

// servingStatus returns SERVING if a server in this state can accept calls. An idle server starts with the
// call. A suspect server missed a ping, which also happens to a busy single-threaded server, so it counts as
// serving until it is replaced.
func servingStatus(state mcpbridge.State) healthv1.HealthCheckResponse_ServingStatus {
	switch state {
	case mcpbridge.StateReady, mcpbridge.StateBusy, mcpbridge.StateSuspect, mcpbridge.StateIdle:
		return healthv1.HealthCheckResponse_SERVING
	case mcpbridge.StateStarting, mcpbridge.StateBackoff, mcpbridge.StateParked, mcpbridge.StateStopping:
		return healthv1.HealthCheckResponse_NOT_SERVING
	default:
		return healthv1.HealthCheckResponse_NOT_SERVING
	}
}
