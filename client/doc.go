// Package client calls coderefd from Go.
//
// [Dial] returns a [Client] with the generated stubs, set up as the service wants
// to be called: round robin over all addresses, reads repeated when the service
// is not to be had for a moment, and a budget that keeps retries from adding to
// an overload. service_config.json holds the part of it that gRPC clients in any
// language can load.
//
// The helpers hide paging ([Client.Tools], [Client.Resources], [Client.Scan],
// [Client.Query]), the two forms of JSON ([Client.Call]) and chunks
// ([Client.ReadResource]). Everything else is one method of a stub away.
package client
