package cli

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/client"
	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
)

func newStatus(p *Program) *cobra.Command {
	service := &remote{program: p}
	var output format
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show the state of the service and of its MCP servers",
		Args:  exactly(0, 0, "no words after status"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return service.run(cmd.Context(), func(c *client.Client) error {
				status, err := c.AdminService().GetStatus(cmd.Context(), &adminv1.GetStatusRequest{})
				switch {
				case err != nil:
					return err
				case output == formatJSON:
					return printProto(p.Stdout, status)
				}
				return printStatusTable(p.Stdout, status)
			})
		},
	}
	service.addFlags(cmd)
	output.addFlags(cmd)
	return cmd
}

func printStatusTable(w io.Writer, s *adminv1.GetStatusResponse) error {
	build := s.GetBuild()
	fmt.Fprintf(w, "coderefd %s%s, up since %s, %s\n",
		clean(build.GetVersion()), builtFrom(clean(build.GetCommit()), clean(build.GetGoVersion())),
		s.GetStartTime().AsTime().UTC().Format(time.RFC3339), count(int(s.GetToolCount()), "tool"))
	if len(s.GetServers()) > 0 {
		fmt.Fprintln(w)
	}
	var rows [][]string
	for _, server := range s.GetServers() {
		rows = append(rows, serverRow(server))
	}
	heading := []string{"SERVER", "STATE", "SHARING", "TOOLS", "PROCESSES", "CALLS", "STARTS", "MCP", "LAST FAILURE"}
	if err := printTable(w, heading, rows); err != nil {
		return err
	}
	for i, t := range s.GetShadowedTools() {
		if i == 0 {
			fmt.Fprintln(w) // apart from the table
		}
		fmt.Fprintf(w, "tool %s is that of %s; name the server for that of: %s\n",
			clean(t.GetName()), clean(t.GetServer()), clean(strings.Join(t.GetShadowedServers(), ", ")))
	}
	printShadowedResources(w, s)
	for i, warning := range append(leftOutTools(s.GetServers()), s.GetWarnings()...) {
		if i == 0 {
			fmt.Fprintln(w) // apart from the table
		}
		fmt.Fprintf(w, "warning: %s\n", clean(warning))
	}
	return nil
}

// leftOutTools warns of tools that servers have and nobody can call.
func leftOutTools(servers []*adminv1.Server) []string {
	var warnings []string
	for _, s := range servers {
		if n := int(s.GetLeftOutToolCount()); n > 0 {
			warnings = append(warnings, fmt.Sprintf("server %s: %s left out; the service's log says why", s.GetName(), count(n, "tool")))
		}
	}
	return warnings
}

func serverRow(s *adminv1.Server) []string {
	return []string{
		clean(s.GetName()),
		word(s.GetState().String(), "SERVER_STATE_"),
		word(s.GetSharing().String(), "SHARING_"),
		strconv.Itoa(int(s.GetToolCount())),
		strconv.Itoa(len(s.GetProcesses())),
		strconv.FormatUint(s.GetCounters().GetCalls(), 10),
		strconv.FormatUint(s.GetCounters().GetStarts(), 10),
		dash(s.GetProtocolVersion()),
		dash(oneLine(s.GetLastFailure().GetMessage(), 60)),
	}
}

// word makes an enum value readable: SERVER_STATE_READY becomes ready.
func word(value, prefix string) string { return strings.ToLower(strings.TrimPrefix(value, prefix)) }

// dash stands for an empty cell, so that columns can be counted.
func dash(s string) string {
	if s == "" {
		return "-"
	}
	return clean(s)
}

// servers ranges over all servers of the service. An error ends it.
func servers(ctx context.Context, c *client.Client) iter.Seq2[*adminv1.Server, error] {
	return func(yield func(*adminv1.Server, error) bool) {
		for token := ""; ; {
			page, err := c.AdminService().ListServers(ctx, &adminv1.ListServersRequest{PageToken: token})
			if err != nil {
				yield(nil, err)
				return
			}
			for _, server := range page.GetServers() {
				if !yield(server, nil) {
					return
				}
			}
			if token = page.GetNextPageToken(); token == "" {
				return
			}
		}
	}
}
