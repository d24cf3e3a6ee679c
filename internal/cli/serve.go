package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/config"
)

func newServe(p *Program) *cobra.Command {
	var flags configFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the service",
		Long: `Run the service until SIGINT, SIGTERM or SIGHUP. Calls in flight may complete; a second
SIGINT or SIGTERM cancels them. The exit code is 0 if all calls completed, otherwise 128
plus the number of the signal. Without flags it serves the tools of coderef-mcp to this
machine.

Flags override CODEREFD_* variables (CODEREFD_LISTEN for --listen), which override the
file of --config. Configure further MCP servers in that file, or use the files of
Claude, Cursor, VS Code and other MCP clients, or a folder of such files:

  coderefd serve --mcp-config ~/.cursor/mcp.json --mcp-config mcp.d

.mcp.json of the working folder is read only with --mcp-project, because it can start
programs of a checked-out repository.

--admin-listen serves /healthz, /readyz, /version and /debug/pprof over HTTP. TLS is not
supported yet, so a --listen address that other machines can reach requires --insecure.

OpenTelemetry is configured by its own variables, such as OTEL_EXPORTER_OTLP_ENDPOINT;
without them nothing is exported.`,
		Args: exactly(0, 0, "no words after serve"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := config.Load(flags.inputs(p, cmd))
			if err != nil {
				return err
			}
			return serve(cmd.Context(), p, cfg)
		},
	}
	flags.addFlags(cmd)
	return cmd
}

func serve(ctx context.Context, p *Program, cfg *config.Config) error {
	a, err := app.Open(ctx, cfg, app.Options{
		Build:   p.build(),
		Guard:   guardCommand(),
		Environ: p.Environ,
		Log:     p.Stderr,

		StopHint: "a second SIGINT or SIGTERM stops the service at once",
	})
	switch {
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return nil //nolint:nilerr // stopped before there was a call, so no call was cut off
	case err != nil:
		return err
	}
	app.LogTelemetryErrors(a.Logger())
	next := p.name() + " tools"
	if a.Addr() != config.DefaultListen {
		next += " --addr " + a.Addr()
	}
	ready := fmt.Sprintf("coderefd is ready on %s; try: %s", a.Addr(), next)
	if app.LogsJSON(cfg, p.Stderr) {
		a.Logger().Info(ready) // a JSON log must not contain a plain line
	} else {
		fmt.Fprintln(p.Stderr, ready)
	}
	return a.Serve(ctx)
}

// guardCommand returns the command that starts this program as the guard. It returns nil if the path of the
// executable is unknown.
func guardCommand() []string {
	if path := executable(); path != "" {
		return []string{path, guardVerb}
	}
	return nil
}
