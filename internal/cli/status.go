package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/client"
	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	"github.com/coderef-system/coderefd/internal/cli/output"
)

func newStatus(p *Program) *cobra.Command {
	service := &remote{program: p}
	var format output.Format
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show the state of the service and of its MCP servers",
		Long: `Show the state of the service and of its MCP servers. The output of -o json also
contains the names that several servers have, all counters and all processes.`,
		Args: exactly(0, 0, "no words after status"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return service.run(cmd.Context(), func(c *client.Client) error {
				status, err := c.AdminService().GetStatus(cmd.Context(), &adminv1.GetStatusRequest{})
				if err != nil {
					return err
				}
				servers, err := c.ListServers(cmd.Context(), nil).Collect()
				switch {
				case err != nil:
					return err
				case format == output.FormatJSON:
					return printStatusJSON(p.Stdout, status, servers)
				}
				return printStatusTable(p.Stdout, status, servers)
			})
		},
	}
	service.addFlags(cmd)
	format.AddFlag(cmd)
	return cmd
}

// printStatusJSON prints the status with an additional member, servers.
func printStatusJSON(w io.Writer, s *adminv1.GetStatusResponse, servers []*adminv1.Server) error {
	text, err := output.ProtoJSON(s)
	if err != nil {
		return err
	}
	members := map[string]any{}
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	list := make([]json.RawMessage, len(servers))
	for i, server := range servers {
		if list[i], err = output.ProtoJSON(server); err != nil {
			return err
		}
	}
	members["servers"] = list
	if text, err = json.Marshal(members); err != nil {
		return err
	}
	return output.PrintJSON(w, text)
}

func printStatusTable(w io.Writer, s *adminv1.GetStatusResponse, servers []*adminv1.Server) error {
	build := s.GetBuild()
	tools := "number of tools unknown"
	if s.ToolCount != nil {
		tools = output.Count(int(s.GetToolCount()), "tool")
	}
	fmt.Fprintf(w, "coderefd %s%s, up since %s, %s\n",
		output.Clean(build.GetVersion()), builtFrom(output.Clean(build.GetCommit()), output.Clean(build.GetGoVersion())),
		s.GetStartTime().AsTime().UTC().Format(time.RFC3339), tools)
	if len(servers) > 0 {
		fmt.Fprintln(w)
	}
	var rows [][]string
	for _, server := range servers {
		rows = append(rows, serverRow(server))
	}
	heading := []string{"SERVER", "STATE", "SHARING", "TOOLS", "PROCESSES", "CALLS", "STARTS", "MCP", "LAST FAILURE"}
	if err := output.PrintTable(w, heading, rows); err != nil {
		return err
	}
	printShadowed(w, s)
	warnings := omittedTools(servers)
	for _, warning := range s.GetWarnings() {
		warnings = append(warnings, warning.GetMessage())
	}
	for i, warning := range warnings {
		if i == 0 {
			fmt.Fprintln(w) // separates it from the table
		}
		fmt.Fprintf(w, "warning: %s\n", output.Clean(warning))
	}
	return nil
}

// omittedTools returns warnings about tools that cannot be called.
func omittedTools(servers []*adminv1.Server) []string {
	var warnings []string
	for _, s := range servers {
		if n := int(s.GetOmittedToolCount()); n > 0 {
			warnings = append(
				warnings,
				fmt.Sprintf(
					"server %s: %s left out; the log of the service contains the cause", s.GetName(),
					output.Count(n, "tool"),
				),
			)
		}
	}
	return warnings
}

func serverRow(s *adminv1.Server) []string {
	tools := "" // unknown
	if s.ToolCount != nil {
		tools = strconv.Itoa(int(s.GetToolCount()))
	}
	return []string{
		output.Clean(s.GetName()),
		output.Word(s.GetState().String(), "SERVER_STATE_"),
		output.Word(s.GetSharing().String(), "SHARING_"),
		output.Dash(tools),
		strconv.Itoa(int(s.GetInstanceCount())),
		strconv.FormatInt(s.GetCounters().GetCallCount(), 10),
		strconv.FormatInt(s.GetCounters().GetStartCount(), 10),
		output.Dash(s.GetProtocolVersion()),
		output.Dash(output.OneLine(s.GetLastFailure().GetMessage(), 60)),
	}
}
