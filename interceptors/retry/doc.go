// Package retry repeats failed calls where that is safe.
//
// It depends on no concrete error type. An error whose call may be repeated implements
//
//	interface{ SafeToRetry() bool; RetryAfter() time.Duration }
//
// An error that contains the result to return after the last attempt implements
//
//	interface{ Fallback() any }
//
// Its value is a response, the responses of a stream ([]any), or an error. A call is not repeated past its
// deadline, beyond the policy's attempts or the server's budget, or once a stream has sent its first
// response. The number of attempts is written to the response's CallInfo. An error after more than one
// attempt implements Attempts() int.
//
// If a call fails after a retry, or because the budget is spent, the trailer grpc-retry-pushback-ms stops the
// client's own retry policy, so that client and server retries do not multiply. The exception is an error
// that concerns only this process, such as its shutdown. Such an error implements
//
//	interface{ RetryElsewhere() bool }
package retry
