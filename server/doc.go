// Package server implements the gRPC services of the gateway on top of the bridge.
//
// One file contains one RPC. A handler does not repeat the checks that the contract's annotations already
// make. It calls the bridge through the small interfaces [Tools], [Resources] and [Servers], and returns a
// domain error on failure. [Status] converts a domain error to a status; no other function chooses codes and
// reasons.
//
// A status contains the kind of a failure, its stage and the remedy for the caller. It never contains the
// cause (paths, commands, operating system errors), because a status reaches people who do not run this
// service. The cause is only logged.
//
// Everything in this package is safe for concurrent use.
package server
