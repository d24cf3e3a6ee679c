// Package interceptors composes what stands between the wire and a handler.
//
// [Chain] is the list, as data: each [Link] has a name and the reason for its
// place. Each concern is a package of its own below this one, works for unary
// calls and streams alike, and can be used alone.
package interceptors
