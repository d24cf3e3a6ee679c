package session

import (
	"context"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
)

// ReadResource reads a resource. meta are additional members of _meta.
func (s *Session) ReadResource(ctx context.Context, uri string, meta []byte) (jsonrpc.Outcome, error) {
	out, err := s.conn.Call(ctx, jsonrpc.Request{
		Method: "resources/read", Fields: quote([]byte(`"uri":`), uri), Meta: s.callMeta(meta, false),
	})
	if err == nil {
		_, err = s.checkResult(out.Result)
	}
	return out, err
}
