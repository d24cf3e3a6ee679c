// Package interceptors composes the server interceptors that run before a handler.
//
// [Chain] returns them as a list: each [Link] has a name and the reason for its position. Each
// concern has its own package below this one. The package handles unary calls and streams and can
// be used alone.
//
// Some interceptors return statuses of their own, each with one google.rpc.ErrorInfo. Its reason is
// a value of the contract's ErrorReason without the prefix ERROR_REASON_. Its domain is "coderef"
// unless [Config] or the options of the single interceptor set another one.
package interceptors
