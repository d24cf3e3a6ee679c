// Package app is the composition root: the only place that builds a running service from a configuration. The
// program and the tests build it with the same [Open].
//
// An [App] owns everything that it opens: listeners, the bridge with its child processes, telemetry.
// [App.Close] releases all of it.
package app
