package client

import (
	"context"
	"fmt"
)

// CallStructured runs a tool and decodes its structured content into T, a type that
// encoding/json can decode. A tool error is a [*ToolError]. The Result is nil only
// if the call failed, so that the caller can read the text of a result that cannot
// be decoded.
func CallStructured[T any](ctx context.Context, c *Client, call Call) (T, *Result, error) {
	var value T
	result, err := c.Call(ctx, call)
	if err != nil {
		return value, nil, err
	}
	if err := result.Err(); err != nil {
		return value, result, err
	}
	if err := result.Decode(&value); err != nil {
		var none T // value may be decoded in part
		return none, result, fmt.Errorf("call %s: %w", call.Tool, err)
	}
	return value, result, nil
}
