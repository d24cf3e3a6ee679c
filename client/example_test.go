package client_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

func ExampleClient_Call() {
	c, err := client.Dial("localhost:50051")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	result, err := c.Call(ctx, client.Call{
		Tool:       "coderef_scan",
		Arguments:  []byte(`{"project_path": "/src/shop"}`),
		OnProgress: func(p *toolv1.ProgressEvent) { fmt.Println(p.GetMessage()) },
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.IsError, string(result.JSON))
}

func ExampleClient_Scan() {
	c, err := client.Dial("localhost:50051")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	req := &codeintelv1.ScanRequest{ProjectPath: "/src/shop"}
	for element, err := range c.Scan(context.Background(), req) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(element.GetId())
	}
}

func ExampleReason() {
	c, err := client.Dial("localhost:50051")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	_, err = c.ToolService().CallTool(context.Background(), &toolv1.CallToolRequest{Name: "send_invoice"})
	switch info, ok := client.Reason(err); {
	case ok && info.MaybeExecuted():
		fmt.Println("look whether the invoice went out before trying again")
	case ok:
		fmt.Println(info.Reason, info.Metadata["server"])
	case err != nil:
		fmt.Println("the service was not reached:", err)
	}
}
