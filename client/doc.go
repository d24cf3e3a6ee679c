// Package client calls coderefd from Go.
//
// The shortest form is one line. It uses a connection that the process shares,
// to the service at $CODEREFD_ADDR or 127.0.0.1:50051:
//
//	result, err := client.CallTool(ctx, "coderef_scan", map[string]any{"project_path": dir})
//
// [Dial] returns a [Client] with a connection of its own. A Client has a method
// for each task that needs more than one RPC or message:
//
//   - [Client.Call] runs any tool, with a result of any size and with progress.
//     [CallStructured] and [CallTool] call it.
//   - [Client.ListTools], [Client.Scan], [Client.Query] and the methods for the
//     other paged RPCs return a [List], which requests pages as the caller
//     iterates. [List.Page] is the response that holds the current items, with
//     its totals, its Analysis and its unavailable servers.
//   - [Client.StreamScan] iterates over the elements of a project of any size.
//   - [Client.ReadResource] reads a resource of any size.
//
// All other RPCs are methods of the generated stubs, such as
// [Client.CodeIntelService] and [Client.AdminService]. Stubs and methods share
// the behaviour below.
//
// # Waiting
//
// A call waits while the service cannot be reached, for example during its
// restart, and proceeds within seconds after the service is back. [WithFailFast]
// turns this off, and grpc.WaitForReady(false) does so for one call of a stub. The
// deadline bounds the wait. A call whose context has no deadline gets
// [DefaultTimeout]; see [WithTimeout]. Watches have no default deadline.
//
// # Retries
//
// A failed call is repeated, up to four attempts in total, if that cannot run a
// side effect twice:
//
//   - An RPC that the contract declares free of side effects (NO_SIDE_EFFECTS) is
//     repeated if it fails with UNAVAILABLE and no message was received. The
//     service config does this; see [ServiceConfig].
//   - [Client.StreamScan] is repeated until it has returned an element, and
//     [Client.ReadResource] until it returns.
//   - A call of a tool, Tag and Export are repeated if the service itself reports
//     UNAVAILABLE: with an ErrorInfo, and without maybeExecuted.
//   - A [Call] that its caller declares Repeatable is repeated after any
//     UNAVAILABLE, and after an ABORTED with maybeExecuted.
//
// gRPC repeats any call that provably never reached the service. The delay between
// attempts grows from 0.2 to 5 seconds; RetryInfo and the trailer
// grpc-retry-pushback-ms override it. A call is not repeated if the delay does not
// fit its deadline, or if too many of the last calls failed.
//
// # Errors
//
// [Details] returns the details of an error status of the service: the typed reason,
// its metadata, the invalid fields, the candidates of an ambiguous target, the
// error of an upstream server. [Reason] returns the reason alone. A tool error is
// not a call failure: [Client.Call] returns it as a [Result] with IsError, and
// [CallTool] and [CallStructured] as a [*ToolError].
package client
