package client_test

import (
	"errors"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// useShared makes the shared client use this address.
func useShared(t *testing.T, address string) {
	t.Helper()
	drop := func() {
		c, err := client.Default()
		if err != nil {
			t.Fatal(err)
		}
		c.Close() // the next use dials again
	}
	drop()
	t.Cleanup(drop)
	t.Setenv(client.AddressVariable, address)
}

func TestDefault(t *testing.T) {
	useShared(t, start(t, "127.0.0.1:0", echo()))
	first, err := client.Default()
	if err != nil {
		t.Fatal(err)
	}
	second, err := client.Default()
	if err != nil || first != second {
		t.Errorf("Default() twice: got clients %p and %p, error %v, want the same client", first, second, err)
	}
	for range 2 { // before and after the client was closed
		if result, err := client.CallTool(soon(t), "x", nil); err != nil || string(result.JSON) != `{}` {
			t.Errorf("CallTool: got %+v and error %v, want the JSON {} and no error", result, err)
		}
		first.Close()
	}
}

func TestCallToolErrors(t *testing.T) {
	const described = `{"content": [{"type": "text", "text": "long"}], "structuredContent": {"error": {"message": "short"}}}`
	f := &fake{callTool: func(_ int, req *toolv1.StreamCallToolRequest, stream callStream) error {
		if req.GetCall().GetName() == "missing" {
			return failure(codes.NotFound, "TOOL_NOT_FOUND", nil)
		}
		return stream.Send(result(&toolv1.CallToolResponse{IsError: true, ResultJson: []byte(described)}))
	}}
	useShared(t, start(t, "127.0.0.1:0", f))
	var toolErr *client.ToolError
	result, err := client.CallTool(soon(t), "x", nil)
	if !errors.As(err, &toolErr) || toolErr.Error() != "tool x: short" || result == nil {
		t.Errorf(`a tool error: got %+v and error %v, want a result and the error "tool x: short"`, result, err)
	}
	if result, err := client.CallTool(soon(t), "missing", nil); status.Code(err) != codes.NotFound || result != nil {
		t.Errorf("a call failure: got %+v and error %v, want no result and code NotFound", result, err)
	}
}

func TestDialMalformedAddress(t *testing.T) {
	t.Setenv(client.AddressVariable, "%zz")
	if _, err := client.Dial(""); err == nil {
		t.Error("Dial with a malformed address: got no error, want one")
	}
}
