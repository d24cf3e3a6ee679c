// Package supervisor starts child processes and makes sure that none is left.
//
// It is the only package that may start processes. Each child leads a process
// group of its own, is always reaped, and is known to the guard process (see
// package guard) until its end. When a child ends, what is left of its group is
// killed before the group's number can be used again.
//
// The guard learns of a child right after the child's program has begun. A service
// that is killed in that instant takes the child with it (by the parent-death
// signal, on Linux), but not what the child has started by then.
//
// The package knows nothing of what travels over a child's pipes. It drains
// stderr itself; whoever starts a child reads [Child.Stdout] to its end and
// closes it.
package supervisor
