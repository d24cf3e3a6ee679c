// Command go calls the tools and the code intelligence of a coderefd service.
//
// Usage: go run . ADDRESS PROJECT
//
// ADDRESS is host:port. PROJECT is the absolute path of examples/shop on the service's host.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/coderef-system/coderefd/client"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go run . ADDRESS PROJECT")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Stdout, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, address, project string) error {
	service, err := client.Dial(address, client.WithTimeout(time.Minute)) // for each call
	if err != nil {
		return err
	}
	defer service.Close() //nolint:errcheck // no call is in flight
	e := &example{service: service, project: project, out: out}
	for _, step := range []func(context.Context) error{
		e.listTools, e.callScan, e.analyzeImpact, e.streamScan, e.ambiguousTarget, e.badArgument, e.badField,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}
