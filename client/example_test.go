package client_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// One line calls a tool on the connection that the process shares.
func ExampleCallTool() {
	ctx := context.Background()
	result, err := client.CallTool(ctx, "coderef_scan", map[string]any{"project_path": "/src/shop"})
	if err != nil {
		fmt.Println(err)
		return
	}
	var data map[string]any
	if err := result.Decode(&data); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(data["success"], data["elements_found"])
	// Output: true 8
}

// A tool error has a type of its own; any other error means that the tool could not
// be run.
func ExampleToolError() {
	ctx := context.Background()
	_, err := client.CallTool(ctx, "coderef_scan", map[string]any{"project_path": "/nowhere"})
	var toolErr *client.ToolError
	if errors.As(err, &toolErr) {
		fmt.Println("the tool reports:", toolErr.Result.Text())
	}
	// Output: the tool reports: project_path /nowhere does not exist
}

func ExampleClient_Call() {
	c, err := client.Dial("") // $CODEREFD_ADDR, or 127.0.0.1:50051
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	result, err := c.Call(ctx, client.Call{
		Tool:       "coderef_scan",
		Arguments:  []byte(`{"project_path": "/src/shop"}`),
		Repeatable: true, // coderef_scan changes nothing
		OnProgress: func(p *commonv1.ProgressEvent) { fmt.Println("progress:", p.GetMessage()) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(result.JSON))
	// Output:
	// progress: 2 files
	// {"content":[],"structuredContent":{"success":true,"elements_found":8}}
}

func ExampleCallStructured() {
	c, err := client.Dial("")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	type scan struct {
		ElementsFound int `json:"elements_found"`
	}
	got, _, err := client.CallStructured[scan](context.Background(), c, client.Call{
		Tool: "coderef_scan", Arguments: map[string]any{"project_path": "/src/shop"},
	})
	fmt.Println(got.ElementsFound, err)
	// Output: 8 <nil>
}

// The page states how much the result can be trusted.
func ExampleClient_Query() {
	c, err := client.Dial("")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	list := c.Query(context.Background(), &codeintelv1.QueryRequest{
		ProjectPath: "/src/shop", QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: "src/money.ts#add",
	})
	for relation, err := range list.All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(relation.GetFromId())
	}
	analysis := list.Page().GetAnalysis()
	fmt.Println(list.Page().GetTotalSize(), "in total,", analysis.GetUnresolved().GetCallCount(), "unresolved call")
	// Output:
	// @Fn/src/cart.ts#both
	// @M/src/cart.ts#Cart.total
	// 2 in total, 1 unresolved call
}

func ExampleClient_ListTools() {
	c, err := client.Dial("")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	list := c.ListTools(context.Background(), &toolv1.ListToolsRequest{})
	tools, err := list.Collect()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, tool := range tools {
		fmt.Println(tool.GetServer(), tool.GetName())
	}
	for _, server := range list.Page().GetUnavailableServers() {
		fmt.Println("tools are missing:", server.GetServer())
	}
	// Output:
	// coderef coderef_query
	// coderef coderef_scan
	// tools are missing: notes
}

func ExampleClient_StreamScan() {
	c, err := client.Dial("")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	scan := c.StreamScan(context.Background(), &codeintelv1.ScanRequest{ProjectPath: "/src/shop"})
	scan.OnProgress = func(p *commonv1.ProgressEvent) { fmt.Println(p.GetMessage()) }
	for element, err := range scan.All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(element.GetId())
	}
	fmt.Println(scan.Result().GetTotalSize(), scan.Result().GetAnalysis().GetPrecision())
	// Output:
	// progress
	// @Cl/src/cart.ts#Cart
	// @Fn/src/cart.ts#both
	// 2 PRECISION_SEMANTIC
}

// An ambiguous target comes with its candidates, and an invalid field with its name.
func ExampleDetails() {
	c, err := client.Dial("")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	request := &codeintelv1.QueryRequest{
		ProjectPath: "/src/shop", QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: "total",
	}
	_, err = c.CodeIntelService().Query(context.Background(), request)
	details, _ := client.Details(err)
	fmt.Println(status.Code(err), details.ReasonName, details.ToolError.GetToolCode())
	for _, candidate := range details.Candidates.GetCandidates() {
		fmt.Println("candidate:", candidate.GetId())
	}

	request.MaxDepth = 99
	_, err = c.CodeIntelService().Query(context.Background(), request)
	details, _ = client.Details(err)
	for _, violation := range details.Violations {
		fmt.Printf("%s %s\n", violation.GetField(), violation.GetDescription())
	}
	// Output:
	// FailedPrecondition TOOL_ERROR ELEMENT_AMBIGUOUS
	// candidate: @M/src/cart.ts#Cart.total
	// candidate: @M/src/order.ts#Order.total
	// max_depth must be greater than or equal to 0 and less than or equal to 10
}

// Before a call with side effects is repeated by hand, the program has to know
// whether the tool ran.
func ExampleErrorDetails_MaybeExecuted() {
	err := maybeExecuted()
	switch details, ok := client.Details(err); {
	case ok && details.MaybeExecuted():
		fmt.Println("look whether the invoice was sent before sending it again")
	case ok:
		fmt.Println(details.Reason, details.Metadata["server"])
	case err != nil:
		fmt.Println("the service was not reached:", err)
	}
	// Output: look whether the invoice was sent before sending it again
}
