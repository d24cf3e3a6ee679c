// Package pool keeps the instances of one upstream running and gives calls slots on
// them.
//
// A [Pool] has a group of instances for each set of callers that may share them. Each
// worker of a group keeps one instance running: it starts the instance, opens the
// session, watches its health and restarts it after a delay. A call holds a [Lease], a
// slot on one instance.
//
// The package reaches instances only through [transport.Transport]. A [Catalog]
// keeps their tools and resources.
package pool
