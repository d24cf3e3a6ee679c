package mcpbridge

import (
	"log/slog"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
)

// upstreamObserver implements pool.Observer for an upstream.
type upstreamObserver struct{ *upstream }

// Started implements pool.Observer.
func (o upstreamObserver) Started() { o.listener.startEnded() }

// Changed implements pool.Observer.
func (o upstreamObserver) Changed() { o.listener.stateChanged() }

// WentDown implements pool.Observer.
func (o upstreamObserver) WentDown(down pool.Down) {
	if down.StartFailed {
		o.mu.Lock()
		o.settleResources()
		o.mu.Unlock()
	}
	attrs := append(o.logFacts(down.Failure),
		slog.String("state", string(down.State)),
		slog.String("retry_in", down.RetryIn.Round(time.Millisecond).String()))
	attrs = append(attrs, o.output.Tail(down.Output)...)
	o.output.Warn("server went down", poolError(o.cfg.Name, down.Failure), attrs...)
	o.listener.startEnded()
}

func (u *upstream) status() ServerStatus {
	p := u.pool.Status()
	tools := u.tools.Load()
	out := ServerStatus{
		Name: u.cfg.Name, State: State(p.State), Sharing: u.cfg.Sharing,
		ProtocolVersion: p.Info.Version, ServerName: p.Info.ServerName,
		ServerVersion: p.Info.ServerVersion, Instructions: p.Info.Instructions,
		Tools: len(tools.tools), ToolsListed: tools.listed(), OmittedTools: tools.omitted,
		Resources: len(u.resources.Load().resources),
		Counters:  u.countersNow(p),
		LastError: poolError(u.cfg.Name, p.LastFailure), LastErrorTime: p.FailedAt,
		LastErrorReport: u.report(p.LastFailure), RetryAt: p.RetryAt,
	}
	for _, inst := range p.Instances {
		out.Instances = append(out.Instances, InstanceStatus{
			PID: inst.PID, State: State(inst.State), StartTime: inst.StartTime,
			InFlight: inst.InFlight, Queued: inst.Queued,
		})
	}
	return out
}

// countersNow collects the counters of the upstream, its pool and its connections.
func (u *upstream) countersNow(p pool.Status) Counters {
	c := &u.counters
	return Counters{
		Starts: p.Starts, Exits: p.Exits, Calls: u.calls.Load(),
		NoiseLines: c.NoiseLines.Load(), OversizedMessages: c.OversizedMessages.Load(),
		StrayResponses: c.StrayResponses.Load(), LateResponses: c.LateResponses.Load(),
		Cancellations: c.Cancellations.Load(), DroppedProgress: c.DroppedProgress.Load(),
		StderrLines: c.StderrLines.Load(), RefusedRequests: c.RefusedRequests.Load(),
		UnknownNotifications: c.UnknownNotifications.Load(),
	}
}

func (u *upstream) state() State { return State(u.pool.State()) }

// problem returns why the upstream cannot be called now; nil: it can, or an instance
// will be started for the call.
func (u *upstream) problem() *Error { return poolError(u.cfg.Name, u.pool.Problem()) }

// resourceProblem returns why the resources are unknown or outdated; nil: neither.
func (u *upstream) resourceProblem() *Error {
	if problem := u.problem(); problem != nil {
		return problem
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.resourcesErr == nil && !u.resources.Load().listed() {
		return u.unavailable(StageList)
	}
	return u.resourcesErr
}

// expected reports whether an upstream that has never returned a list may return one
// soon. settleOver is closed when lists no longer wait for a first start. An upstream
// that is parked, has no program to start, or did not start before settleOver was
// closed is not expected: otherwise every mistyped name would be reported as its
// outage.
func (u *upstream) expected(settleOver <-chan struct{}) bool {
	if !isClosed(u.settled()) {
		return !isClosed(settleOver)
	}
	return u.pool.Restarting()
}

// outputTail returns the last lines of diagnostic output, masked and cut.
func (u *upstream) outputTail() []string {
	var lines []string
	for _, line := range u.pool.OutputTail() {
		lines = append(lines, u.output.Clean(line.Text))
	}
	return lines
}
