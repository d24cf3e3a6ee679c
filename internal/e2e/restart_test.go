package e2e_test

import (
	"context"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// A restart of the service under load: 50 calls per second for seven seconds.
const (
	restartRate  = 50
	restartCalls = 350
)

// No call of a read-only tool is lost when the service restarts, neither a typed nor a generic one.
func TestRestartLosesNoCall(t *testing.T) {
	for name, call := range map[string]func(context.Context, *client.Client, string) error{
		"typed": func(ctx context.Context, c *client.Client, project string) error {
			_, err := c.Query(ctx, &codeintelv1.QueryRequest{
				ProjectPath: project, QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: "src/money.ts#add",
			}).Collect()
			return err
		},
		"generic": func(ctx context.Context, c *client.Client, project string) error {
			result, err := c.Call(ctx, client.Call{Tool: "coderef_query", Repeatable: true, Arguments: map[string]any{
				"project_path": project, "query_type": "calls-me", "target": "src/money.ts#add",
			}})
			if err != nil {
				return err
			}
			return result.Err()
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			c, project := dialClient(t, s), cartProject(t)
			ctx := soon(t)
			if err := call(ctx, c, project); err != nil { // the calls below repeat this one
				t.Fatal(err)
			}
			var calls sync.WaitGroup
			failed := make(chan error, restartCalls)
			pace := time.NewTicker(time.Second / restartRate) // produces the load; it does not wait for an event
			defer pace.Stop()
			for n := range restartCalls {
				calls.Go(func() {
					if err := call(ctx, c, project); err != nil {
						failed <- err
					}
				})
				if n == restartCalls/3 {
					restart(t, s, &calls)
				}
				<-pace.C
			}
			calls.Wait()
			close(failed)
			lost := 0
			for err := range failed {
				if lost++; lost <= 5 {
					t.Errorf("call during the restarts: got error %v, want none", err)
				}
			}
			if lost > 0 {
				t.Errorf("lost %d of %d calls, want none", lost, restartCalls)
			}
		})
	}
}

// restart stops the service and starts another one at the same address immediately afterwards, while the
// caller continues.
func restart(t *testing.T, s *service, running *sync.WaitGroup) {
	t.Helper()
	if err := s.Process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	running.Go(func() {
		<-s.exited
		next := exec.Command(s.Process.Path, s.Process.Args[1:]...)
		next.Stderr = s.Log
		if err := next.Start(); err != nil {
			t.Errorf("start the service again: %v", err)
			return
		}
		t.Cleanup(func() {
			_ = next.Process.Signal(syscall.SIGTERM)
			_ = next.Wait() // TestSignals checks its exit code
		})
	})
}
