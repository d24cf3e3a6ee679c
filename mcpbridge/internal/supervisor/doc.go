// Package supervisor starts child processes and ensures that none is left running.
//
// It is the only package that may start processes. Each child leads a process group of its
// own, is always reaped, and is registered with the guard process (see package guard)
// until its end. When a child ends, the rest of its group is killed before the group id
// can be reused.
//
// A child is registered with the guard right after its program was started. If the service
// is killed between the two, the child is killed too (on Linux, by the parent-death
// signal), but not the processes that the child has started by then.
//
// The package does not interpret the data on a child's pipes. It drains stderr; the caller
// that starts a child reads [Child.Stdout] to its end and closes it.
package supervisor
