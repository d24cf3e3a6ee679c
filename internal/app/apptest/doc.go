// Package apptest builds whole services for tests: the real thing, with a child
// whose script the tests know. Only tests import it.
package apptest
