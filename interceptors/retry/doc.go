// Package retry repeats failed calls where that is safe.
//
// The zero [Policy] disables retries: a call has one attempt. The default configuration of coderefd
// sets three attempts for every call. Repetition ends at the deadline of the call, at the attempts
// of its policy and at the budget of its server. A stream that has sent a response is not repeated.
//
// # Which calls are repeated
//
// The error of the handler decides. The package depends on no concrete error type. An error whose
// call may be repeated implements
//
//	interface{ SafeToRetry() bool; RetryAfter() time.Duration }
//
// SafeToRetry returns true if another attempt may succeed and cannot run a side effect twice. An
// error of coderefd's bridge returns true only if its cause is transient and one of these facts is
// known: the request was not written to the upstream, the call only reads, or the configuration or
// a trusted annotation declares the tool repeatable.
//
// The method option idempotency_level is not used, because it describes a method and not a call.
// CallTool runs tools with and without side effects. A failed call of a tool with side effects is
// safe to repeat if its request was not written.
//
// The status code is not used either, because one code has several causes. RESOURCE_EXHAUSTED
// reports a message over its size limit, which another attempt does not change, and also an
// overload. A client that decides by the code must therefore not repeat it. Here the error
// identifies the overload: a queue or a pool was full, and the request was not written. Another
// attempt may find a free place. The delay, the attempts and the budget bound the load that it
// adds.
//
// # Results
//
// An error that contains the result to return after the last attempt implements
//
//	interface{ Fallback() any }
//
// Its value is a response, the responses of a stream ([]any), or an error. The number of attempts
// is written to the CallInfo of the response. An error after more than one attempt implements
// Attempts() int.
//
// # Retries of the client
//
// If a call fails after a retry, or because the budget is spent, the trailer grpc-retry-pushback-ms
// stops the retry policy of the client, so that client and server retries do not multiply. The
// exception is an error that concerns only this process, such as its shutdown. Such an error
// implements
//
//	interface{ RetryElsewhere() bool }
package retry
