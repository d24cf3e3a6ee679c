package supervisor

import "time"

// Spec describes a child process to start.
type Spec struct {
	// Command and Args are the argv. A command without a slash is looked up in the PATH of
	// Env, or in that of this process if Env has none.
	Command string
	Args    []string
	// Env is the whole environment. Dir is the working directory; empty: that of this
	// process.
	Env []string
	Dir string
	// StopGrace is the wait after each step of [Child.Stop].
	StopGrace time.Duration
	// OnStderr, if set, gets each line of stderr, cut at 2 KiB. It runs on the goroutine
	// that drains stderr and must not block or keep the slice.
	OnStderr func(pid int, line []byte)
}
