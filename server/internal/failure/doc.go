// Package failure turns errors into statuses: a code, one google.rpc.ErrorInfo and
// typed details. It is the one place that chooses them; docs/errors.md describes the
// outcome.
package failure
