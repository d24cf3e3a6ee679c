package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/config"
)

func newServe(p *Program) *cobra.Command {
	var flags configFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the service",
		Long: `Run the service until SIGINT or SIGTERM: calls in flight may end, a second signal
ends them. Without flags it serves the tools of coderef-mcp to this machine.

Flags win over CODEREFD_* variables (CODEREFD_LISTEN for --listen), these over the
file of --config. Further MCP servers come from that file, or from the files of
Claude, Cursor, VS Code and other MCP clients, one by one or a folder of them:

  coderefd serve --mcp-config ~/.cursor/mcp.json --mcp-config mcp.d

.mcp.json of the working folder is read with --mcp-project only: it would run the
programs that a checked-out repository names.

--admin-listen serves /healthz, /readyz, /version and /debug/pprof over HTTP. TLS
comes later: until then a --listen that other machines reach needs --insecure.

OpenTelemetry is set up by its own variables, such as OTEL_EXPORTER_OTLP_ENDPOINT;
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

		StopHint: "a second signal ends them at once",
	})
	if err != nil {
		return err
	}
	app.LogTelemetryErrors(a.Logger())
	next := p.name() + " tools"
	if a.Addr() != config.DefaultListen {
		next += " --addr " + a.Addr()
	}
	ready := fmt.Sprintf("coderefd is ready on %s; try: %s", a.Addr(), next)
	if app.LogsJSON(cfg, p.Stderr) {
		a.Logger().Info(ready) // a bare line would break the reader of a JSON log
	} else {
		fmt.Fprintln(p.Stderr, ready)
	}
	return a.Serve(ctx)
}

// guardCommand starts this program again as the guard. Where the path of our
// executable cannot be told, there is none.
func guardCommand() []string {
	if path := executable(); path != "" {
		return []string{path, guardVerb}
	}
	return nil
}

func executable() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
}
