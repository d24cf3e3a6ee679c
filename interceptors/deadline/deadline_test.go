package deadline_test

import (
	"context"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors/deadline"
	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
)

// Deadlines are compared in hours, so that no test depends on its own speed.
func TestDeadline(t *testing.T) {
	const slack = 10 * time.Minute
	both := deadline.Timeouts{Default: 2 * time.Hour, Max: 5 * time.Hour}
	late := deadline.Timeouts{Max: 50 * time.Hour}
	tests := map[string]struct {
		limits  deadline.Timeouts
		reserve time.Duration
		caller  time.Duration // zero for none
		want    time.Duration // zero for none
	}{
		"default":        {limits: both, reserve: time.Hour, caller: 0, want: 2 * time.Hour},
		"cap":            {limits: both, reserve: 0, caller: 9 * time.Hour, want: 5 * time.Hour},
		"cap on default": {limits: deadline.Timeouts{Max: 5 * time.Hour}, reserve: 0, caller: 0, want: 5 * time.Hour},
		"caller's":       {limits: both, reserve: 0, caller: 4 * time.Hour, want: 4 * time.Hour},
		"reserve":        {limits: late, reserve: time.Hour, caller: 20 * time.Hour, want: 19 * time.Hour},
		"small reserve":  {limits: late, reserve: 9 * time.Hour, caller: 20 * time.Hour, want: 18 * time.Hour},
		"none":           {limits: deadline.Timeouts{}, reserve: time.Hour, caller: 0, want: 0},
	}
	for way, call := range testserver.Calls() {
		for name, test := range tests {
			t.Run(way+"/"+name, func(t *testing.T) {
				seen := make(chan time.Duration, 1)
				service := testserver.Both(func(ctx context.Context, _ string) error {
					end, ok := ctx.Deadline()
					if !ok {
						seen <- 0
						return nil
					}
					seen <- time.Until(end)
					return nil
				})
				asked := make(chan any, 4)
				o := deadline.Options{
					Reserve: test.reserve, Floor: time.Millisecond,
					Timeouts: func(_ string, req any) deadline.Timeouts {
						asked <- req
						return test.limits
					},
				}
				client := testserver.Start(
					t, service, deadline.UnaryServerInterceptor(o), deadline.StreamServerInterceptor(o),
				)
				ctx := t.Context()
				if test.caller > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, test.caller)
					defer cancel()
				}
				if _, err := call(ctx, client, "wanted"); err != nil {
					t.Fatal(err)
				}
				if got := <-seen; got > test.want || got < test.want-slack {
					t.Errorf("got %v, want %v", got, test.want)
				}
				if got := testserver.Name(<-asked); got != "wanted" {
					t.Errorf("the policy was requested for tool %q, want %q", got, "wanted")
				}
			})
		}
	}
}

func TestFloor(t *testing.T) {
	for way, call := range testserver.Calls() {
		t.Run(way, func(t *testing.T) {
			service := testserver.Both(func(context.Context, string) error {
				t.Error("the handler ran, want the call refused before it")
				return nil
			})
			o := deadline.Options{
				Floor:    time.Hour,
				Timeouts: func(string, any) deadline.Timeouts { return deadline.Timeouts{Max: time.Minute} },
			}
			client := testserver.Start(
				t, service, deadline.UnaryServerInterceptor(o), deadline.StreamServerInterceptor(o),
			)
			_, err := call(t.Context(), client, "x")
			info := testserver.Info(err)
			if status.Code(err) != codes.DeadlineExceeded || info.GetReason() != "DEADLINE_EXCEEDED" ||
				info.GetMetadata()["stage"] != "route" {
				t.Errorf("got error %v with %v, want DeadlineExceeded with reason DEADLINE_EXCEEDED and stage route", err, info)
			}
		})
	}
}

func TestErrorDomain(t *testing.T) {
	for domain, want := range testserver.Domains() {
		o := deadline.Options{
			Floor: time.Hour, ErrorDomain: domain,
			Timeouts: func(string, any) deadline.Timeouts { return deadline.Timeouts{Max: time.Minute} },
		}
		service := testserver.Both(func(context.Context, string) error { return nil })
		client := testserver.Start(t, service, deadline.UnaryServerInterceptor(o), deadline.StreamServerInterceptor(o))
		for way, call := range testserver.Calls() {
			_, err := call(t.Context(), client, "x")
			if got := testserver.Info(err).GetDomain(); got != want {
				t.Errorf("%s: domain %q gives %q, want %q: %v", way, domain, got, want, err)
			}
		}
	}
}

func TestUnlimited(t *testing.T) {
	seen := make(chan bool, 1)
	service := testserver.Both(func(ctx context.Context, _ string) error {
		_, limited := ctx.Deadline()
		seen <- limited
		return nil
	})
	o := deadline.Options{
		Timeouts:  func(string, any) deadline.Timeouts { return deadline.Timeouts{Default: time.Hour} },
		Unlimited: func(method string) bool { return method == toolv1.ToolService_WatchTools_FullMethodName },
	}
	client := testserver.Start(t, service, deadline.UnaryServerInterceptor(o), deadline.StreamServerInterceptor(o))
	stream, err := client.WatchTools(t.Context(), &toolv1.WatchToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = stream.Recv()
	if <-seen {
		t.Error("watch: got a deadline, want none")
	}
}
