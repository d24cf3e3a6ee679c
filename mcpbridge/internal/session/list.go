package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
)

const (
	// maxPages and maxListBytes bound a list that would not end. Both are far above any
	// real server.
	maxPages     = 1000
	maxListBytes = 64 << 20
)

// codeMethodNotFound means that a server does not have a method.
const codeMethodNotFound = -32601

// ListTools returns the definitions of the server's tools, as it sent them.
func (s *Session) ListTools(ctx context.Context) ([]json.RawMessage, error) {
	if !s.info.Tools {
		// MCP: "Only use capabilities that were successfully negotiated."
		return nil, nil
	}
	return s.list(ctx, "tools/list", "tools")
}

// ListResources returns the definitions of the server's resources and resource templates,
// as it sent them. One capability covers both lists, and some servers have only one list.
func (s *Session) ListResources(ctx context.Context) (resources, templates []json.RawMessage, err error) {
	if !s.info.Resources {
		return nil, nil, nil
	}
	if resources, err = s.list(ctx, "resources/list", "resources"); err != nil && !isMissing(err) {
		return nil, nil, err
	}
	if templates, err = s.list(ctx, "resources/templates/list", "resourceTemplates"); err != nil && !isMissing(err) {
		return nil, nil, err
	}
	return resources, templates, nil
}

func isMissing(err error) bool {
	var rpc *jsonrpc.Error
	return errors.As(err, &rpc) && rpc.Code == codeMethodNotFound
}

// list returns the items of all pages of a list. The items are in the given member of the
// result.
func (s *Session) list(ctx context.Context, method, member string) ([]json.RawMessage, error) {
	var all []json.RawMessage
	seen := make(map[string]bool)
	var cursor *string
	for size, page := 0, 0; ; page++ {
		items, next, n, err := s.listPage(ctx, method, member, cursor)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", method, err)
		}
		all = append(all, items...)
		// "A missing nextCursor means the end of results"; an empty one does not.
		if next == nil {
			return all, nil
		}
		if size += n; size > maxListBytes || page+1 == maxPages || seen[*next] {
			return nil, fmt.Errorf("%s: %w", method, jsonrpc.ProtocolError("the list is too long or repeats a cursor"))
		}
		seen[*next] = true
		cursor = next
	}
}

// listPage returns the items and the size of one page, and the cursor of the next.
func (s *Session) listPage(
	ctx context.Context, method, member string, cursor *string,
) (items []json.RawMessage, next *string, size int, err error) {
	var fields []byte
	if cursor != nil {
		fields = quote([]byte(`"cursor":`), *cursor)
	}
	out, err := s.conn.Call(ctx, jsonrpc.Request{Method: method, Fields: fields, Meta: s.meta})
	if err != nil {
		return nil, nil, 0, err
	}
	if _, err := s.checkResult(out.Result); err != nil {
		return nil, nil, 0, err
	}
	var page struct {
		NextCursor *string `json:"nextCursor"`
	}
	var list []byte
	jsonrpc.Members(out.Result, func(name, value []byte) {
		if string(name) == member {
			list = value
		}
	})
	if json.Unmarshal(out.Result, &page) != nil || (list != nil && json.Unmarshal(list, &items) != nil) {
		return nil, nil, 0, jsonrpc.ProtocolError("the result has no list of " + member)
	}
	return items, page.NextCursor, len(out.Result), nil
}
