package server

import (
	"math"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/text"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// These constants bound the texts in a server message, so that a page of servers fits one response.
const (
	maxInstructions = 16 << 10 // bytes
	maxInstances    = 100
)

// serverMessage converts a server for lists and watches. Its instructions are not included.
func serverMessage(s mcpbridge.ServerStatus) *adminv1.Server {
	message := &adminv1.Server{
		Name:                  s.Name,
		State:                 stateMessage(s.State),
		Sharing:               sharingMessage(s.Sharing),
		ProtocolVersion:       text.Valid(s.ProtocolVersion),
		ImplementationName:    text.Cut(text.Valid(s.ServerName), text.MaxForeign),
		ImplementationVersion: text.Cut(text.Valid(s.ServerVersion), text.MaxForeign),
		Counters:              countersMessage(s.Counters),
		NextStartTime:         timeMessage(s.RetryAt),
	}
	if s.ToolsListed {
		message.ToolCount = proto.Int32(toolcall.Count(s.Tools))
		message.OmittedToolCount = proto.Int32(toolcall.Count(s.OmittedTools))
	}
	message.InstanceCount = toolcall.Count(len(s.Instances))
	for _, p := range s.Instances[:min(len(s.Instances), maxInstances)] {
		message.Instances = append(message.Instances, &adminv1.ServerInstance{
			Pid: toolcall.Count(p.PID), State: stateMessage(p.State), StartTime: timeMessage(p.StartTime),
			InFlightCount: toolcall.Count(p.InFlight), QueuedCount: toolcall.Count(p.Queued),
		})
	}
	if s.LastError != nil {
		reason, description := failureText(s.Name, s.LastError)
		if s.LastErrorReport != "" {
			description = text.Valid(s.LastErrorReport)
		}
		message.LastFailure = &adminv1.ServerFailure{
			Reason:      reason,
			Message:     description,
			FailureTime: timeMessage(s.LastErrorTime),
		}
	}
	return message
}

func countersMessage(c mcpbridge.Counters) *adminv1.ServerCounters {
	return &adminv1.ServerCounters{
		StartCount:            counter(c.Starts),
		ExitCount:             counter(c.Exits),
		CallCount:             counter(c.Calls),
		NoiseLineCount:        counter(c.NoiseLines),
		OversizedMessageCount: counter(c.OversizedMessages),
		StrayResponseCount:    counter(c.StrayResponses),
		LateResponseCount:     counter(c.LateResponses),
		CancellationCount:     counter(c.Cancellations),
		DroppedProgressCount:  counter(c.DroppedProgress),
		StderrLineCount:       counter(c.StderrLines),
	}
}

// counter converts a counter to int64. Larger values become the maximum.
func counter(n uint64) int64 {
	return int64(min(n, math.MaxInt64)) // bounded on this line
}

// timeMessage returns nil for the zero time, because the contract has no zero timestamps.
func timeMessage(t time.Time) *timestamppb.Timestamp {
	if t.IsZero() {
		return nil
	}
	return timestamppb.New(t)
}

func stateMessage(s mcpbridge.State) adminv1.ServerState {
	switch s {
	case mcpbridge.StateStarting:
		return adminv1.ServerState_SERVER_STATE_STARTING
	case mcpbridge.StateReady:
		return adminv1.ServerState_SERVER_STATE_READY
	case mcpbridge.StateBusy:
		return adminv1.ServerState_SERVER_STATE_BUSY
	case mcpbridge.StateSuspect:
		return adminv1.ServerState_SERVER_STATE_SUSPECT
	case mcpbridge.StateBackoff:
		return adminv1.ServerState_SERVER_STATE_BACKOFF
	case mcpbridge.StateParked:
		return adminv1.ServerState_SERVER_STATE_PARKED
	case mcpbridge.StateStopping:
		return adminv1.ServerState_SERVER_STATE_STOPPING
	case mcpbridge.StateIdle:
		return adminv1.ServerState_SERVER_STATE_IDLE
	default:
		return adminv1.ServerState_SERVER_STATE_UNSPECIFIED
	}
}

func sharingMessage(s mcpbridge.Sharing) adminv1.Sharing {
	switch s {
	case mcpbridge.SharingShared:
		return adminv1.Sharing_SHARING_SHARED
	case mcpbridge.SharingPerPrincipal:
		return adminv1.Sharing_SHARING_PER_PRINCIPAL
	case mcpbridge.SharingPerCall:
		return adminv1.Sharing_SHARING_PER_CALL
	default:
		return adminv1.Sharing_SHARING_UNSPECIFIED
	}
}
