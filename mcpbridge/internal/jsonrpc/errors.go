package jsonrpc

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Error is the error member of a response, as the peer sent it.
type Error struct {
	Code    int64
	Message string
	Data    json.RawMessage
}

func (e *Error) Error() string { return fmt.Sprintf("JSON-RPC error %d: %s", e.Code, e.Message) }

// ProtocolError describes how a response violates the protocol. It does not quote the
// response.
type ProtocolError string

func (e ProtocolError) Error() string { return string(e) }

var (
	// ErrTooLarge means that the response exceeds the size limit of one message.
	ErrTooLarge = errors.New("the response exceeds the message size limit")
	// ErrQueueFull means that too many messages wait to be written. The request was
	// not sent.
	ErrQueueFull = errors.New("the write queue is full")
)

// LostError means that the connection ended while the call was open, or before.
type LostError struct{ Err error }

func (e *LostError) Error() string { return "connection lost: " + e.Err.Error() }

// Unwrap returns the cause that ended the connection.
func (e *LostError) Unwrap() error { return e.Err }

// failureOf reads an error member. One that violates JSON-RPC is a protocol error: "code: a
// Number that indicates the error type that occurred. This MUST be an integer."
func failureOf(raw []byte) error {
	var e struct {
		Code    *int64          `json:"code"`
		Message *string         `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &e); err != nil || e.Code == nil {
		return ProtocolError("the error member has no integer code")
	}
	out := &Error{Code: *e.Code, Data: e.Data}
	if e.Message != nil {
		out.Message = *e.Message
	}
	return out
}

// IsResponse reports whether err is an error response of the peer, which proves that
// the peer is alive.
func IsResponse(err error) bool {
	var e *Error
	return errors.As(err, &e)
}
