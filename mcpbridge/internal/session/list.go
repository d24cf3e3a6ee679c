package session

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
)

const (
	// maxPages and maxListBytes end a list that would never end: both are far
	// beyond any real server's.
	maxPages     = 1000
	maxListBytes = 64 << 20
)

// ListTools returns the definitions of the server's tools, as it sent them.
func (s *Session) ListTools(ctx context.Context) ([]json.RawMessage, error) {
	if !s.info.Tools {
		// "Only use capabilities that were successfully negotiated."
		return nil, nil
	}
	var all []json.RawMessage
	seen := make(map[string]bool)
	var cursor *string
	for size, page := 0, 0; ; page++ {
		tools, next, n, err := s.listPage(ctx, cursor)
		if err != nil {
			return nil, fmt.Errorf("tools/list: %w", err)
		}
		all = append(all, tools...)
		// "A missing nextCursor means the end of results"; an empty one does not.
		if next == nil {
			return all, nil
		}
		if size += n; size > maxListBytes || page+1 == maxPages || seen[*next] {
			return nil, fmt.Errorf("tools/list: %w", jsonrpc.ProtocolError("the list does not end"))
		}
		seen[*next] = true
		cursor = next
	}
}

func (s *Session) listPage(ctx context.Context, cursor *string) (tools []json.RawMessage, next *string, size int, err error) {
	var fields []byte
	if cursor != nil {
		fields = quote([]byte(`"cursor":`), *cursor)
	}
	out, err := s.conn.Call(ctx, jsonrpc.Request{Method: "tools/list", Fields: fields, Meta: s.meta})
	if err != nil {
		return nil, nil, 0, err
	}
	if _, err := s.checkResult(out.Result); err != nil {
		return nil, nil, 0, err
	}
	var page struct {
		Tools      []json.RawMessage `json:"tools"`
		NextCursor *string           `json:"nextCursor"`
	}
	if err := json.Unmarshal(out.Result, &page); err != nil {
		return nil, nil, 0, jsonrpc.ProtocolError("the result is not a ListToolsResult")
	}
	return page.Tools, page.NextCursor, len(out.Result), nil
}
