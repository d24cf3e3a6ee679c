package jsonrpc

import (
	"strconv"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/framing"
)

// Request is one outgoing call.
type Request struct {
	Method string
	// Fields are the members of params, without the braces. If Large is set, Fields
	// ends with the name and colon of the member whose value is Large. A Large from
	// copyBelow bytes on (see package framing) is written without a copy. Meta are the
	// members of params._meta.
	Fields, Large, Meta []byte
	// OnProgress and OnLog get the params of the call's notifications, in order, on the
	// caller's goroutine, all of them before Call returns.
	OnProgress, OnLog func(params []byte)
	// NoCancel omits notifications/cancelled when ctx ends.
	NoCancel bool
}

// Outcome describes a call, even if it failed.
type Outcome struct {
	ID int64
	// Result is the result member as received. It may be kept.
	Result []byte
	// Sent means that a part of the request may have reached the peer. Written means
	// that all of it was written to the pipe, at WrittenAt, or that the peer sent a
	// response or progress, which may arrive before the writer has recorded the write.
	Sent, Written          bool
	WrittenAt, RespondedAt time.Time
}

// encode lays out the request as a line.
func (r *Request) encode(m *framing.Message, id int64) {
	head := make([]byte, 0, 96+len(r.Method)+len(r.Fields)+len(r.Meta))
	head = append(head, `{"jsonrpc":"2.0","id":`...)
	head = strconv.AppendInt(head, id, 10)
	head = append(head, `,"method":"`...)
	head = append(head, r.Method...)
	head = append(head, `","params":{`...)
	head = append(head, r.Fields...)
	if len(r.Large) == 0 {
		m.Head = r.appendTail(head, id)
		return
	}
	m.Head, m.Body = head, r.Large
	// The tail uses the memory after head.
	m.Tail = r.appendTail(head[len(head):], id)
}

func (r *Request) appendTail(dst []byte, id int64) []byte {
	if len(r.Meta) > 0 || r.OnProgress != nil {
		if len(r.Fields) > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `"_meta":{`...)
		dst = append(dst, r.Meta...)
		if r.OnProgress != nil {
			if len(r.Meta) > 0 {
				dst = append(dst, ',')
			}
			// The token has to be unique among the open requests; the id is.
			dst = append(dst, `"progressToken":`...)
			dst = strconv.AppendInt(dst, id, 10)
		}
		dst = append(dst, '}')
	}
	return append(dst, "}}\n"...)
}
