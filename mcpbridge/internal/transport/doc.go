// Package transport defines how the bridge reaches an upstream.
//
// A [Transport] starts instances of one upstream. An [Instance] is a running instance
// together with its connection: for stdio a child process and its pipes. Each kind of
// upstream is a package next to stdio that implements both interfaces; the layers above
// (session, pool, mcpbridge) use the interfaces only.
package transport
