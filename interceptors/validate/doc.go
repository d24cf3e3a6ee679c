// Package validate rejects requests that violate the rules of the contract.
//
// Every message that a call receives is checked against the protovalidate annotations in its .proto
// file. A message without annotations, or one that is not protobuf, is accepted. The size of
// messages is not limited unless [Options].MaxBytes is set.
//
// # Statuses
//
// A violation is INVALID_ARGUMENT with the reason INVALID_REQUEST and a google.rpc.BadRequest that
// names each field by its path in the request. It contains at most 16 violations.
//
// A request over [Options].MaxBytes is RESOURCE_EXHAUSTED with the reason REQUEST_TOO_LARGE. Set
// the receive limit of the transport above MaxBytes: it is enforced before any interceptor, and its
// status has no ErrorInfo.
package validate
