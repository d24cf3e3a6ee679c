package interceptors_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/interceptors"
	"github.com/coderef-system/coderefd/interceptors/deadline"
	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/retry"
)

var errNoSuchService = errors.New("no such service")

// plainHealth implements only its own task, without statuses, timeouts or log records.
type plainHealth struct {
	healthv1.UnimplementedHealthServer
}

func (plainHealth) Check(
	ctx context.Context, req *healthv1.HealthCheckRequest,
) (*healthv1.HealthCheckResponse, error) {
	switch req.GetService() {
	case "":
		end, _ := ctx.Deadline()
		fmt.Println("time for the call:", time.Until(end).Round(time.Hour))
		return &healthv1.HealthCheckResponse{Status: healthv1.HealthCheckResponse_SERVING}, nil
	case "defect":
		panic("a nil map")
	}
	return nil, errNoSuchService
}

// onePolicy is the policy of all calls.
type onePolicy struct{}

func (onePolicy) Policy(_ string, _ any) interceptors.Policy {
	return interceptors.Policy{
		Timeouts: deadline.Timeouts{Default: 2 * time.Hour, Max: 5 * time.Hour},
		Retry:    retry.Policy{MaxAttempts: 3},
	}
}

func toStatus(err error) *status.Status {
	if errors.Is(err, errNoSuchService) {
		return status.New(codes.NotFound, err.Error())
	}
	return status.New(codes.Internal, "internal error")
}

// The chain is a list of named interceptors, outermost first. A handler that runs behind the chain
// returns domain errors and has a deadline. A panic in it ends only one call.
func ExampleChain() {
	links, err := interceptors.Chain(interceptors.Config{
		Policies:    onePolicy{},
		Status:      toStatus,
		ErrorDomain: "shop.example.com",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, link := range links {
		fmt.Println(i+1, link.Name)
	}
	server := grpc.NewServer(interceptors.ServerOptions(links)...)
	healthv1.RegisterHealthServer(server, plainHealth{})
	conn, stop := testserver.Connect(server) // serves in memory and dials
	defer stop()
	client := healthv1.NewHealthClient(conn)

	for _, service := range []string{"", "unknown", "defect"} {
		_, err := client.Check(context.Background(), &healthv1.HealthCheckRequest{Service: service})
		fmt.Printf("%q: %v, error domain %q\n", service, status.Code(err), testserver.Info(err).GetDomain())
	}
	// Output:
	// 1 recovery
	// 2 requestid
	// 3 logging
	// 4 recovery.call
	// 5 deadline
	// 6 validate
	// 7 errstatus
	// 8 retry
	// time for the call: 2h0m0s
	// "": OK, error domain ""
	// "unknown": NotFound, error domain ""
	// "defect": Internal, error domain "shop.example.com"
}
