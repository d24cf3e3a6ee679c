package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/internal/cli/output"
	"github.com/coderef-system/coderefd/internal/config"
)

// errProblems makes config check fail.
var errProblems = errors.New("the configuration has errors")

func newConfigCheck(p *Program) *cobra.Command {
	var flags configFlags
	var format output.Format
	cmd := &cobra.Command{
		Use:   "check [FILE or FOLDER ...]",
		Short: "Report the problems of the configuration",
		Long: `Read the same configuration as "serve" with the same flags, start nothing, and print
each problem on a line:

  file:line:column: field: message
  file:line:column: field: warning: message

A FILE that ends in .yaml or .yml is used as --config, any other FILE and a FOLDER as
--mcp-config.

Exit codes: 0 if there are no errors, 1 if there are any. Errors count even in a file that
"serve" would skip.

  coderefd config check ~/.cursor/mcp.json .vscode/mcp.json
  coderefd config check coderefd.yaml mcp.d`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.addFiles(args); err != nil {
				return err
			}
			report := config.Check(flags.inputs(p, cmd))
			if err := printReport(p.Stdout, report, format); err != nil {
				return err
			}
			if errorCount(report.Problems) > 0 {
				return errProblems
			}
			return nil
		},
	}
	flags.addFlags(cmd)
	format.AddFlag(cmd)
	format.AddJSONFlag(cmd)
	return cmd
}

func errorCount(problems []config.Problem) int {
	n := 0
	for _, problem := range problems {
		if problem.Severity == config.SeverityError {
			n++
		}
	}
	return n
}

func printReport(w io.Writer, report config.Report, format output.Format) error {
	if format == output.FormatJSON {
		return printReportJSON(w, report)
	}
	for _, problem := range report.Problems {
		if problem.Severity != config.SeverityError {
			problem.Message = problem.Severity.String() + ": " + problem.Message
		}
		fmt.Fprintln(w, output.Clean(problemText(problem)))
	}
	wrong := errorCount(report.Problems)
	summary := []string{
		output.Count(wrong, "error"),
		output.Count(len(report.Problems)-wrong, "warning"),
		serverNames(report.Servers),
	}
	_, err := fmt.Fprintln(w, strings.Join(summary, ", "))
	return err
}

// serverNames lists the servers that serve would run.
func serverNames(servers []config.Server) string {
	if len(servers) == 0 {
		return "no servers to run"
	}
	names := make([]string, len(servers))
	for i, s := range servers {
		names[i] = s.Name
	}
	return output.Count(len(servers), "server") + " to run: " + strings.Join(names, ", ")
}

// problemJSON is the JSON form of a problem.
type problemJSON struct {
	Severity string `json:"severity"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Field    string `json:"field"`
	Message  string `json:"message"`
}

func printReportJSON(w io.Writer, report config.Report) error {
	out := struct {
		Errors   int           `json:"errors"`
		Problems []problemJSON `json:"problems"`
		Servers  []string      `json:"servers"`
	}{errorCount(report.Problems), []problemJSON{}, []string{}}
	for _, p := range report.Problems {
		out.Problems = append(
			out.Problems, problemJSON{p.Severity.String(), p.File, p.Line, p.Column, p.Field, p.Message},
		)
	}
	for _, s := range report.Servers {
		out.Servers = append(out.Servers, s.Name)
	}
	text, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return output.PrintJSON(w, text)
}
