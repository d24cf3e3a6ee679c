package server

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
)

// WatchServers streams every server, and then each whose state has changed.
func (s *adminService) WatchServers(_ *adminv1.WatchServersRequest, stream grpc.ServerStreamingServer[adminv1.WatchServersResponse]) error {
	sent := make(map[string]*adminv1.Server)
	return s.watch(stream.Context(), func(context.Context) error {
		for _, status := range s.Servers.Servers() {
			server := serverMessage(status)
			// Counters change with every call and are no change of state.
			state := proto.CloneOf(server)
			state.Counters = nil
			for _, process := range state.GetProcesses() {
				process.InFlightCount, process.QueuedCount = 0, 0
			}
			if proto.Equal(sent[server.GetName()], state) {
				continue
			}
			if err := stream.Send(&adminv1.WatchServersResponse{Server: server}); err != nil {
				return err
			}
			sent[server.GetName()] = state
		}
		return nil
	})
}
