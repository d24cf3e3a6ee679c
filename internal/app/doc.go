// Package app is the composition root: the one place where configuration becomes
// a running service. The program and the tests build it by the same [Open].
//
// An [App] owns everything that it opened: listeners, the bridge with its child
// processes, telemetry. Nothing of it outlives [App.Close].
package app
