package interceptors_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/google/go-cmp/cmp"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors"
	"github.com/coderef-system/coderefd/interceptors/deadline"
	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/retry"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type policies interceptors.Policy

func (p policies) Policy(string, any) interceptors.Policy { return interceptors.Policy(p) }

func config() interceptors.Config {
	budget, err := retry.NewBudget(10, 0.1)
	if err != nil {
		panic(err)
	}
	return interceptors.Config{
		Policies: policies{
			Timeouts: deadline.Timeouts{Default: time.Hour, Max: time.Hour},
			Retry:    retry.Policy{Server: "s", MaxAttempts: 3},
		},
		Status:  func(err error) *status.Status { return status.New(codes.Aborted, err.Error()) },
		Reserve: time.Millisecond,
		Floor:   time.Millisecond,

		RetryBudget: budget,
	}
}

func TestChainOrder(t *testing.T) {
	links, err := interceptors.Chain(config())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, link := range links {
		names = append(names, link.Name)
		if link.Why == "" || link.Unary == nil || link.Stream == nil {
			t.Errorf(
				"link %s: got reason %q, unary interceptor %t, stream interceptor %t, want all three",
				link.Name, link.Why, link.Unary != nil, link.Stream != nil,
			)
		}
	}
	want := []string{"recovery", "requestid", "logging", "recovery.call", "deadline", "validate", "errstatus", "retry"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestChainRequiresItsParts(t *testing.T) {
	for name, spoil := range map[string]func(*interceptors.Config){
		"policies": func(c *interceptors.Config) { c.Policies = nil },
		"status":   func(c *interceptors.Config) { c.Status = nil },
	} {
		cfg := config()
		spoil(&cfg)
		if _, err := interceptors.Chain(cfg); err == nil {
			t.Errorf("Chain of a config without %s: got no error, want one", name)
		}
	}
}

// Both lists run in the order of the links. A link that is inserted between two of them runs
// between them.
func TestServerOptionsKeepTheOrder(t *testing.T) {
	for way, call := range testserver.Calls() {
		t.Run(way, func(t *testing.T) {
			links, err := interceptors.Chain(config())
			if err != nil {
				t.Fatal(err)
			}
			var mu sync.Mutex
			var seen []string
			mark := func(name string) {
				mu.Lock()
				defer mu.Unlock()
				seen = append(seen, name)
			}
			var marked []interceptors.Link
			for _, link := range links {
				marked = append(marked, probe(link.Name, mark), link)
			}
			service := testserver.Both(func(context.Context, string) error { return nil })
			client := testserver.StartWith(t, service, interceptors.ServerOptions(marked)...)
			if _, err := call(t.Context(), client, "x"); err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, link := range links {
				want = append(want, link.Name)
			}
			mu.Lock()
			defer mu.Unlock()
			if !slices.Equal(seen, want) {
				t.Errorf("got %v, want %v", seen, want)
			}
		})
	}
}

func probe(name string, mark func(string)) interceptors.Link {
	return interceptors.Link{
		Name: "before " + name,
		Unary: func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
			mark(name)
			return handler(ctx, req)
		},
		Stream: func(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
			mark(name)
			return handler(srv, stream)
		},
	}
}

func TestWholeChain(t *testing.T) {
	for way, call := range testserver.Calls() {
		t.Run(way, func(t *testing.T) {
			links, err := interceptors.Chain(config())
			if err != nil {
				t.Fatal(err)
			}
			client := testserver.StartWith(t, testserver.Both(func(ctx context.Context, name string) error {
				if _, limited := ctx.Deadline(); !limited {
					t.Errorf("handler of %s: got no deadline, want one", name)
				}
				if name == "panic" {
					panic(name)
				}
				return errors.New("odd")
			}), interceptors.ServerOptions(links)...)
			for name, want := range map[string]codes.Code{
				"x": codes.Aborted, "panic": codes.Internal, strings.Repeat("x", 300): codes.InvalidArgument,
			} {
				if _, err := call(t.Context(), client, name); status.Code(err) != want {
					t.Errorf("%.9s: got %v, want %v", name, err, want)
				}
			}
		})
	}
}

// One setting is the domain of every status that the links return themselves.
func TestErrorDomain(t *testing.T) {
	for domain, want := range testserver.Domains() {
		cfg := config()
		cfg.ErrorDomain, cfg.RequestBytes, cfg.Policies = domain, 1000, domainPolicies{cfg.Policies}
		links, err := interceptors.Chain(cfg)
		if err != nil {
			t.Fatal(err)
		}
		client := testserver.StartWith(
			t,
			testserver.Both(func(context.Context, string) error { panic("x") }),
			interceptors.ServerOptions(links)...)
		for way, call := range testserver.Calls() {
			for tool, code := range map[string]codes.Code{
				"panic": codes.Internal, "": codes.InvalidArgument, strings.Repeat("x", 2000): codes.ResourceExhausted,
				"hurry": codes.DeadlineExceeded,
			} {
				_, err := call(t.Context(), client, tool)
				if got := testserver.Info(err).GetDomain(); status.Code(err) != code || got != want {
					t.Errorf(
						"%s %.9s: domain %q gives %q, want %q with %v: %v", way, tool, domain, got, want, code, err,
					)
				}
			}
		}
	}
}

// domainPolicies gives the tool "hurry" less time than the floor.
type domainPolicies struct{ interceptors.Lookup }

func (d domainPolicies) Policy(method string, req any) interceptors.Policy {
	p := d.Lookup.Policy(method, req)
	if testserver.Name(req) == "hurry" {
		p.Timeouts.Max = time.Nanosecond
	}
	return p
}

func TestWatchesHaveNoDeadline(t *testing.T) {
	links, err := interceptors.Chain(config())
	if err != nil {
		t.Fatal(err)
	}
	limited := make(chan bool, 1)
	client := testserver.StartWith(t, testserver.Both(func(ctx context.Context, _ string) error {
		_, is := ctx.Deadline()
		limited <- is
		return nil
	}), interceptors.ServerOptions(links)...)
	stream, err := client.WatchTools(t.Context(), &toolv1.WatchToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = stream.Recv()
	if <-limited {
		t.Error("watch: got a deadline, want none")
	}
}
