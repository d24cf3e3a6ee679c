package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/config"
)

func newServe(p *Program) *cobra.Command {
	var file string
	var mcpConfigs []string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the service",
		Long: `Run the service until SIGINT or SIGTERM: calls in flight may end, a second signal
ends them. Without flags it serves the tools of coderef-mcp to this machine.

Flags win over CODEREFD_* variables (CODEREFD_LISTEN for --listen), these over the
file of --config. Further MCP servers come from that file, or from the mcpServers
files that other MCP clients use:

  coderefd serve --mcp-config ~/.claude.json --mcp-config .mcp.json

--admin-listen serves /healthz, /readyz, /version and /debug/pprof over HTTP. TLS
comes later: until then a --listen that other machines reach needs --insecure.

OpenTelemetry is set up by its own variables, such as OTEL_EXPORTER_OTLP_ENDPOINT;
without them nothing is exported.`,
		Args: exactly(0, 0, "no words after serve"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := config.Load(config.Inputs{
				File:       file,
				MCPConfigs: mcpConfigs,
				Flags:      settings(cmd.Flags()),
				Environ:    p.Environ,
				Executable: executable(),
			})
			if err != nil {
				return err
			}
			return serve(cmd.Context(), p, cfg)
		},
	}
	def := config.Default()
	flags := cmd.Flags()
	flags.String("listen", def.Listen, "address of the gRPC service: host:port or unix:///path")
	flags.String("admin-listen", def.AdminListen, "address of the admin HTTP service; empty: none")
	flags.StringVar(&file, "config", "", "configuration file in YAML")
	flags.StringArrayVar(&mcpConfigs, "mcp-config", nil, "mcpServers file in JSON (repeatable)")
	flags.Bool("insecure", false, "allow other machines to connect without TLS")
	flags.String("log-level", def.Log.Level, "debug, info, warn or error")
	flags.String("log-format", def.Log.Format, "json, text, or auto: text on a terminal")
	return cmd
}

// settings returns the flags that were given and are settings of the file too.
func settings(flags *pflag.FlagSet) map[string]string {
	given := map[string]string{}
	for _, name := range config.SettingNames() {
		flag := strings.NewReplacer(".", "-", "_", "-").Replace(name)
		if f := flags.Lookup(flag); f != nil && f.Changed {
			given[name] = f.Value.String()
		}
	}
	return given
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
