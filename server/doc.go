// Package server implements the gRPC services of the gateway over the bridge.
//
// One file holds one RPC. A handler checks nothing that the contract's own
// annotations check, calls the bridge through the small interfaces [Tools],
// [Resources] and [Servers], and returns a domain error when it cannot answer. [Status] turns a
// domain error into a status; it is the only place that knows codes and reasons.
//
// What is lost there: a status keeps the kind of a failure, its stage and what
// the caller can do about it. Causes (paths, commands, operating system errors)
// stay in the log, because a status reaches people who do not run this service.
//
// Everything here is safe for concurrent use.
package server
