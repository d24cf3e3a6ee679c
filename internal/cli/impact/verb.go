package impact

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/internal/cli/output"
)

// maxDiffBytes is the largest diff that the contract allows.
const maxDiffBytes = 1 << 20

// Host is what the verb needs from the command line that contains it.
type Host struct {
	Stdin  io.Reader
	Stdout io.Writer
	// Run runs a function with a client of the service.
	Run func(ctx context.Context, f func(c *client.Client) error) error
	// Usage returns the error of an invalid command line.
	Usage func(format string, args ...any) error
}

// flags are the flags of the verb.
type flags struct {
	project, base, head, operation, failOn string
	depth, rows                            int32
	timeout                                time.Duration
	output                                 output.Format
}

// New returns the verb.
func New(h Host) *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "impact ELEMENT | impact - | impact --base REVISION",
		Short: "Show what a change affects and which tests cover it",
		Long: `Show what a change affects: the elements that it touches, the places that it
breaks, the dependents, the tests that cover it, and the risk with its rule.

The change is a diff from standard input (-), the difference between two revisions of
the git repository (--base, and --head unless the new side is the work tree), or a
change of one ELEMENT, given by a file's path, path#name, Class.method or a name.

The project is the git repository around the current folder, or else that folder.
Paths in a diff are relative to the project, as git writes them.

Exit codes: 0 success, 1 the risk is as --fail-on states or higher, 2 the command line
is invalid, 10 plus the number of the gRPC status if the service reports an error.

  git diff | coderefd impact -
  coderefd impact --base main
  coderefd impact --base v1.0 --head v1.1 -o json
  coderefd impact 'src/money.ts#format' --operation delete`,
		Args: func(_ *cobra.Command, args []string) error { return h.check(&f, args) },
		RunE: func(cmd *cobra.Command, args []string) error {
			req, err := h.request(&f, args)
			if err != nil {
				return err
			}
			return h.Run(cmd.Context(), func(c *client.Client) error { return h.show(cmd.Context(), c, req, &f) })
		},
	}
	set := cmd.Flags()
	set.StringVar(&f.project, "project", "", "folder of the project on the service's host (default: see above)")
	set.StringVar(&f.base, "base", "", "revision on the old side of the change")
	set.StringVar(&f.head, "head", "", "revision on the new side (default: the work tree)")
	set.StringVar(&f.operation, "operation", "", "change of the ELEMENT: "+strings.Join(words(operations()), ", ")+
		" (default modify)")
	set.Int32Var(&f.depth, "max-depth", 0, "maximum distance of dependents, 1 to 10 (default 3)")
	set.Int32Var(&f.rows, "rows", 20, "maximum number of rows of each table, up to 10000")
	set.StringVar(&f.failOn, "fail-on", "", "fail if the risk is at least: "+strings.Join(words(levels()), ", "))
	set.DurationVar(&f.timeout, "timeout", 0, "timeout of the call, such as 30s (default set by the service)")
	f.output.AddFlag(cmd)
	return cmd
}

// check checks the command line.
func (h *Host) check(f *flags, args []string) error {
	switch {
	case len(args) > 1:
		return h.Usage("expected one ELEMENT or -, got %d words", len(args))
	case len(args) == 0 && f.base == "":
		return h.Usage("expected an ELEMENT, - for a diff, or --base")
	case len(args) == 1 && f.base != "":
		return h.Usage("%q and --base exclude each other", args[0])
	case f.head != "" && f.base == "":
		return h.Usage("--head requires --base")
	case f.operation != "" && (len(args) == 0 || args[0] == "-"):
		return h.Usage("--operation applies to an ELEMENT only")
	case f.operation != "" && !slices.Contains(words(operations()), f.operation):
		return h.Usage("--operation must be one of %s, not %q", strings.Join(words(operations()), ", "), f.operation)
	case f.failOn != "" && !slices.Contains(words(levels()), f.failOn):
		return h.Usage("--fail-on must be one of %s, not %q", strings.Join(words(levels()), ", "), f.failOn)
	case f.depth < 0 || f.depth > 10:
		return h.Usage("--max-depth must be between 1 and 10, not %d", f.depth)
	case f.rows < 1 || f.rows > 10_000:
		return h.Usage("--rows must be between 1 and 10000, not %d", f.rows)
	case f.timeout < 0:
		return h.Usage("--timeout %s: must not be negative", f.timeout)
	}
	return nil
}

// request returns the request for a command line that check accepts.
func (h *Host) request(f *flags, args []string) (*codeintelv1.AnalyzeImpactRequest, error) {
	project, below, err := projectOf(f.project)
	if err != nil {
		return nil, h.Usage("--project: %w", err)
	}
	req := &codeintelv1.AnalyzeImpactRequest{ProjectPath: project, MaxDepth: f.depth, PageSize: f.rows}
	switch {
	case f.base != "":
		req.Subject = &codeintelv1.AnalyzeImpactRequest_Revisions{
			Revisions: &codeintelv1.RevisionRange{Base: f.base, Head: f.head},
		}
	case args[0] == "-":
		text, err := io.ReadAll(io.LimitReader(h.Stdin, maxDiffBytes+1))
		switch {
		case err != nil:
			return nil, fmt.Errorf("read the diff: %w", err)
		case len(text) > maxDiffBytes:
			return nil, h.Usage("the diff exceeds %d bytes; use --base", maxDiffBytes)
		case strings.TrimSpace(string(text)) == "":
			return nil, h.Usage("the diff on standard input is empty: there is no change")
		}
		req.Subject = &codeintelv1.AnalyzeImpactRequest_Diff{Diff: strings.ToValidUTF8(string(text), "\uFFFD")}
	default:
		req.Subject = &codeintelv1.AnalyzeImpactRequest_Target{Target: inProject(args[0], project, below)}
	}
	if f.operation != "" {
		name := "IMPACT_OPERATION_" + strings.ToUpper(f.operation)
		req.Operation = codeintelv1.ImpactOperation(codeintelv1.ImpactOperation_value[name])
	}
	return req, nil
}

// projectOf returns the folder of the project, and the path from there to the current folder.
func projectOf(given string) (project, below string, err error) {
	if given != "" {
		project, err = filepath.Abs(given)
		return project, "", err
	}
	current, err := os.Getwd()
	if err != nil {
		return "", "", err
	}
	for folder := current; ; folder = filepath.Dir(folder) {
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil {
			below, err = filepath.Rel(folder, current)
			return folder, filepath.ToSlash(below), err
		}
		if folder == filepath.Dir(folder) {
			return current, "", nil
		}
	}
}

// inProject returns an element relative to the project if its path is one relative to the current folder.
func inProject(element, project, below string) string {
	file, name, _ := strings.Cut(element, "#")
	if below == "" || below == "." || filepath.IsAbs(file) {
		return element
	}
	path := below + "/" + file
	if _, err := os.Stat(filepath.Join(project, filepath.FromSlash(path))); err != nil {
		return element
	}
	if name == "" {
		return path
	}
	return path + "#" + name
}

// show requests the impact and prints it.
func (h *Host) show(ctx context.Context, c *client.Client, req *codeintelv1.AnalyzeImpactRequest, f *flags) error {
	if f.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	var res *codeintelv1.AnalyzeImpactResponse
	var err error
	if f.output == output.FormatJSON {
		if res, err = whole(ctx, c, req); err == nil {
			err = output.PrintProto(h.Stdout, res)
		}
	} else if res, err = c.CodeIntelService().AnalyzeImpact(ctx, req); err == nil {
		err = render(h.Stdout, res)
	}
	if err != nil {
		return err
	}
	least := codeintelv1.RiskLevel(codeintelv1.RiskLevel_value["RISK_LEVEL_"+strings.ToUpper(f.failOn)])
	if level := res.GetRisk().GetLevel(); f.failOn != "" && level >= least {
		return fmt.Errorf("the risk is %s, and --fail-on is %s", levelWord(level), f.failOn)
	}
	return nil
}

// maxAttempts bounds how often the pages are requested again because the project changed.
const maxAttempts = 4

// whole returns the response with the items of all pages.
func whole(
	ctx context.Context, c *client.Client, req *codeintelv1.AnalyzeImpactRequest,
) (all *codeintelv1.AnalyzeImpactResponse, err error) {
	req = proto.CloneOf(req)
	req.PageSize = 1000
	for range maxAttempts {
		all = nil
		for page, pageErr := range c.AnalyzeImpact(ctx, req).Pages() {
			if err = pageErr; err != nil {
				break
			}
			if all == nil {
				all = proto.CloneOf(page)
				continue
			}
			add(all, page)
		}
		if client.Reason(err) != commonv1.ErrorReason_ERROR_REASON_LIST_CHANGED {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	all.NextPageToken = ""
	return all, nil
}

// add appends the items of a page.
func add(all, page *codeintelv1.AnalyzeImpactResponse) {
	all.AffectedFiles = append(all.AffectedFiles, page.GetAffectedFiles()...)
	all.Tests = append(all.Tests, page.GetTests()...)
	if all.GetChange() == nil {
		return
	}
	all.Change.Breaks = append(all.Change.Breaks, page.GetChange().GetBreaks()...)
	all.Change.Elements = append(all.Change.Elements, page.GetChange().GetElements()...)
	all.Change.UnreadFiles = append(all.Change.UnreadFiles, page.GetChange().GetUnreadFiles()...)
	all.Change.Files = append(all.Change.Files, page.GetChange().GetFiles()...)
}
