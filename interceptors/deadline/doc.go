// Package deadline sets and caps the deadline of every call.
//
// With zero [Timeouts], a call with a deadline keeps it, and a call without one runs without a
// limit. [Timeouts].Default is the timeout of a call without a deadline. [Timeouts].Max reduces
// every later deadline, and limits every call if there is no default. The default configuration of
// coderefd sets both.
//
// # Early end
//
// [Options].Reserve is subtracted from the deadline of the caller. The status of this service,
// which names the stage that used up the time, then arrives before the timer of the caller ends the
// call. If less time than [Options].Floor is left, the call fails before the handler runs. Its code
// and its reason are DEADLINE_EXCEEDED.
//
// # Streams
//
// The timeouts of a stream are looked up with its first message, because they can depend on the
// request. Until then, its context has the deadline of the caller. A call of an unlimited method,
// such as a watch, keeps the deadline of the caller unchanged.
package deadline
