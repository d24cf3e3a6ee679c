package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/internal/cli/output"
	"github.com/coderef-system/coderefd/internal/config"
)

func newVersion(p *Program) *cobra.Command {
	var format output.Format
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show the version, and the supported MCP revisions",
		Args:  exactly(0, 0, "no words after version"),
		RunE: func(*cobra.Command, []string) error {
			return printVersion(p, format)
		},
	}
	format.AddFlag(cmd)
	return cmd
}

func printVersion(p *Program, format output.Format) error {
	build := p.build()
	if format == output.FormatJSON {
		text, err := json.Marshal(struct {
			Version          string   `json:"version"`
			Commit           string   `json:"commit"`
			GoVersion        string   `json:"go_version"`
			ProtocolVersions []string `json:"protocol_versions"`
		}{build.Version, build.Commit, build.GoVersion, config.ProtocolVersions()})
		if err != nil {
			return err
		}
		return output.PrintJSON(p.Stdout, text)
	}
	_, err := fmt.Fprintf(p.Stdout, "coderefd %s%s\nMCP %s\n",
		build.Version, builtFrom(build.Commit, build.GoVersion), strings.Join(config.ProtocolVersions(), ", "))
	return err
}

// builtFrom returns " (commit …, go…)".
func builtFrom(commit, goVersion string) string {
	if commit == "" {
		return " (" + goVersion + ")"
	}
	return fmt.Sprintf(" (commit %.12s, %s)", commit, goVersion)
}
