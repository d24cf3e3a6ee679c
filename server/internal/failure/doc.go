// Package failure converts errors to statuses: a code, one google.rpc.ErrorInfo and typed details. No other
// package chooses them. docs/errors.md describes the result.
package failure
