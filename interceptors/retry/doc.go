// Package retry repeats calls that failed, where that is safe.
//
// It knows no error of its own accord. An error that may be repeated says so:
//
//	interface{ SafeToRetry() bool; RetryAfter() time.Duration }
//
// and one that holds an answer for the case that there is no further attempt has
//
//	interface{ Fallback() any }
//
// whose value is a response, the responses of a stream ([]any), or an error.
// Nothing is repeated past the deadline, beyond the policy's attempts or the
// server's budget, or once a stream has sent its first response. The number of
// attempts is written into the response's CallInfo; an error that comes after
// more than one has Attempts() int.
//
// A call that failed after repetition, or for want of budget, tells the client's
// own retry policy to leave it (trailer grpc-retry-pushback-ms), so that retries
// here and there do not multiply. The exception is an error of this process alone,
// such as its shutdown:
//
//	interface{ RetryElsewhere() bool }
package retry
