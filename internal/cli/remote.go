package cli

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/internal/config"
)

// remote is a connection to the running service.
type remote struct {
	program *Program
	addr    string
}

// lookupTimeout bounds the calls for one completion or suggestion. A person waits for them.
const lookupTimeout = 2 * time.Second

// addFlags adds --addr.
func (r *remote) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.addr, "addr", "",
		"address of the service ("+client.AddressVariable+"; default "+client.DefaultAddress+")")
}

// address returns the address of the service, and the flag or variable that set it.
func (r *remote) address() (addr, from string) {
	if r.addr != "" {
		return r.addr, "--addr"
	}
	if addr := r.program.getenv(client.AddressVariable); addr != "" {
		return addr, client.AddressVariable
	}
	return client.DefaultAddress, ""
}

// resolverSchemes are the schemes of addresses that gRPC resolves itself.
var resolverSchemes = regexp.MustCompile(`^(unix|unix-abstract|dns|ipv4|ipv6|passthrough|xds|vsock):`)

// dial returns a client of the service at --addr or CODEREFD_ADDR.
func (r *remote) dial() (*client.Client, error) {
	addr, from := r.address()
	if !resolverSchemes.MatchString(addr) || strings.HasPrefix(addr, "unix://") {
		if _, err := config.ParseAddress(addr); err != nil {
			return nil, usagef("%s: %w", from, err)
		}
	}
	// The client neither waits nor repeats calls, because a person can correct the address and repeat the
	// command. Without a flag, the service's configuration sets the deadline of a tool.
	c, err := client.Dial(addr, client.WithFailFast(), client.WithTimeout(0))
	if err != nil {
		return nil, usagef("%s: must be host:port or unix:///path, not %q", from, addr)
	}
	return c, nil
}

// run runs f with a client and closes it.
func (r *remote) run(ctx context.Context, f func(c *client.Client) error) error {
	c, err := r.dial()
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }() // no call is in flight
	return r.explain(ctx, c, f(c))
}

// explain adds facts that the service does not report to an error, such as the
// address or similar tools.
func (r *remote) explain(ctx context.Context, c *client.Client, err error) error {
	if err == nil {
		return nil
	}
	details, ours := client.Details(err)
	addr, _ := r.address()
	switch {
	case ours && details.Reason == commonv1.ErrorReason_ERROR_REASON_TOOL_NOT_FOUND:
		return &explainedError{err: err, hint: didYouMean(nearTools(ctx, c, details))}
	case !ours && status.Code(err) == codes.DeadlineExceeded && c.Conn().GetState() != connectivity.Ready:
		return &explainedError{err: err, message: "the service at " + addr + " was not reached in time"}
	case !ours && status.Code(err) == codes.Unavailable && strings.Contains(err.Error(), "produced zero addresses"):
		return &explainedError{err: err, message: "the host name of " + addr + " cannot be resolved"}
	}
	return err
}

// nearTools returns the names of tools that are similar to the missing one.
func nearTools(ctx context.Context, c *client.Client, missing client.ErrorDetails) []string {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	var names []string
	req := &toolv1.ListToolsRequest{Server: missing.Metadata["server"]}
	for tool, err := range c.ListTools(ctx, req).All() {
		if err != nil {
			break // the names so far are sufficient for a suggestion
		}
		names = append(names, tool.GetName())
	}
	return nearest(missing.Metadata["tool"], names)
}
