package mcpbridge_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// A name and a command are enough to run an MCP server. Here the test binary runs
// itself as one; its tool "greet" is written with the official Go SDK.
func Example() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	bridge, err := mcpbridge.Open(ctx, mcpbridge.Config{Servers: []mcpbridge.ServerConfig{
		{Name: "greeter", Command: os.Args[0], Args: []string{"sdk"}},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	// Close ends calls in flight and the child processes.
	defer func() { fmt.Println("closed:", bridge.Close(context.Background())) }()

	catalog, err := bridge.Catalog(ctx, "") // waits for the first start
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, tool := range catalog.Tools {
		fmt.Printf("%s/%s: %s\n", tool.Server, tool.Name, tool.Description)
	}

	result, err := bridge.CallTool(ctx, mcpbridge.Call{Tool: "greet", Arguments: []byte(`{"text":"Ada"}`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	var greet struct {
		StructuredContent struct{ Greeting string }
	}
	if err := json.Unmarshal(result.Raw, &greet); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(greet.StructuredContent.Greeting)
	// Output:
	// greeter/greet: greets
	// greeter/grow: adds a tool
	// greeter/steps: reports its progress
	// greeter/wait: waits until it is cancelled
	// hello Ada
	// closed: <nil>
}

// A failed call is an *Error. It states the kind and the stage of the failure, and
// whether repeating the call is safe.
func ExampleError() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	bridge, err := mcpbridge.Open(ctx, mcpbridge.Config{Servers: []mcpbridge.ServerConfig{
		{Name: "absent", Command: "/no/such/program"},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = bridge.Close(context.Background()) }()

	_, err = bridge.CallTool(ctx, mcpbridge.Call{Server: "absent", Tool: "greet"})
	var failure *mcpbridge.Error
	if errors.As(err, &failure) {
		fmt.Println(failure.Kind == mcpbridge.KindSpawnFailed, failure.Stage, failure.SafeToRetry())
	}
	// Output: true start true
}
