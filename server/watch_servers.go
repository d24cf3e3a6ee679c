package server

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// WatchServers streams every server as ADDED, then SYNCED, then each server whose state changes as UPDATED.
func (s *adminService) WatchServers(
	_ *adminv1.WatchServersRequest, stream grpc.ServerStreamingServer[adminv1.WatchServersResponse],
) error {
	sent := make(map[string]*adminv1.Server)
	synced := false
	return s.watch(stream.Context(), func(context.Context) error {
		for _, status := range s.Servers.Servers() {
			server := serverMessage(status)
			change := commonv1.ChangeType_CHANGE_TYPE_UPDATED
			before, known := sent[server.GetName()]
			if !known {
				change = commonv1.ChangeType_CHANGE_TYPE_ADDED
			}
			state := watchedState(server)
			if known && proto.Equal(before, state) {
				continue
			}
			if err := stream.Send(&adminv1.WatchServersResponse{ChangeType: change, Server: server}); err != nil {
				return err
			}
			sent[server.GetName()] = state
		}
		if synced {
			return nil
		}
		synced = true
		return stream.Send(&adminv1.WatchServersResponse{ChangeType: commonv1.ChangeType_CHANGE_TYPE_SYNCED})
	})
}

// watchedState returns a copy of server without the counters. They change with every call, which is not a
// change of state.
func watchedState(server *adminv1.Server) *adminv1.Server {
	state := proto.CloneOf(server)
	state.Counters = nil
	for _, instance := range state.GetInstances() {
		instance.InFlightCount, instance.QueuedCount = 0, 0
	}
	return state
}
