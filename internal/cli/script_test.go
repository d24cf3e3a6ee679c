package cli_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/coderef-system/coderefd/client"
	"github.com/coderef-system/coderefd/internal/app/apptest"
	"github.com/coderef-system/coderefd/internal/cli"
)

func TestMain(m *testing.M) {
	apptest.ChildMain()
	testscript.Main(leakFree{m}, map[string]func(){"coderefd": program})
}

// leakFree fails tests that leak goroutines.
type leakFree struct{ m *testing.M }

func (l leakFree) Run() int {
	code := l.m.Run()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	return code
}

// program does the same as cmd/coderefd.
func program() { os.Exit(cli.Main("v1.2.3", "")) }

// The scripts run the program against a service in this process, with the scripted child process. Each script
// may start more services.
func TestScripts(t *testing.T) {
	a, _ := apptest.Start(t, apptest.Config(apptest.Server(t, "scripted"), apptest.Server(t, "second")))
	await(t.Context(), t.Fatalf, a.Addr(), "scripted", "second")
	command, args, variable, err := apptest.Command()
	if err != nil {
		t.Fatal(err)
	}
	// This server accepts connections and never writes to them.
	var lc net.ListenConfig
	silent, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close() })
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("CODEREFD_ADDR", a.Addr())
			env.Setenv("SILENT", silent.Addr().String())
			env.Setenv("CHILD", command)
			env.Setenv("CHILD_ARG", args[0])
			env.Setenv("CHILD_ENV", variable)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// await ADDRESS SERVER... waits until the servers of the service there are
			// ready.
			"await": func(ts *testscript.TestScript, _ bool, args []string) {
				await(t.Context(), ts.Fatalf, args[0], args[1:]...)
			},
			// exits CODE ARGS... runs coderefd and checks its exit code.
			"exits": exits,
		},
	})
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec("coderefd", args[1:]...)
	code := 0
	if err != nil {
		exit, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("coderefd: %v", err)
		}
		code = exit.ExitCode()
	}
	if got := fmt.Sprint(code); got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// await waits until the servers of a service are ready.
func await(ctx context.Context, fatalf func(string, ...any), addr string, servers ...string) {
	ctx, cancel := context.WithTimeout(ctx, apptest.Patience)
	defer cancel()
	c, err := client.Dial(addr, client.WithDialOptions(grpc.WithDefaultCallOptions(grpc.WaitForReady(true))))
	if err != nil {
		fatalf("dial: %v", err)
	}
	defer c.Close()
	health := healthv1.NewHealthClient(c.Conn())
	for _, server := range servers {
		watch, err := health.Watch(ctx, &healthv1.HealthCheckRequest{Service: "mcp.server/" + server})
		for serving := false; !serving; {
			var response *healthv1.HealthCheckResponse
			if err == nil {
				response, err = watch.Recv()
			}
			if err != nil {
				fatalf("server %s at %s is not healthy: %v", server, addr, err)
			}
			serving = response.GetStatus() == healthv1.HealthCheckResponse_SERVING
		}
	}
}
