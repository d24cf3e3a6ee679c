package e2e_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// pagedRPC is a paged RPC of CodeIntelService with a request whose list has more
// than one item in the project of typed.
type pagedRPC struct {
	name, tool string
	call       func(ctx context.Context, token string) (interface{ GetNextPageToken() string }, error)
}

// pagedRPCs returns all paged RPCs in the order of the contract.
func pagedRPCs(c codeintelv1.CodeIntelServiceClient, project string) []pagedRPC {
	type page = interface{ GetNextPageToken() string }
	return []pagedRPC{
		{"Scan", "coderef_scan", func(ctx context.Context, token string) (page, error) {
			return c.Scan(ctx, &codeintelv1.ScanRequest{ProjectPath: project, PageSize: 1, PageToken: token})
		}},
		{"Query", "coderef_query", func(ctx context.Context, token string) (page, error) {
			return c.Query(ctx, &codeintelv1.QueryRequest{
				ProjectPath: project, QueryType: codeintelv1.QueryType_QUERY_TYPE_DEPENDS_ON_ME, Target: "format",
				PageSize: 1, PageToken: token,
			})
		}},
		{"AnalyzeImpact", "coderef_impact", func(ctx context.Context, token string) (page, error) {
			return c.AnalyzeImpact(ctx, &codeintelv1.AnalyzeImpactRequest{
				ProjectPath: project, Subject: &codeintelv1.AnalyzeImpactRequest_Target{Target: "format"},
				PageSize: 1, PageToken: token,
			})
		}},
		{"MeasureComplexity", "coderef_complexity", func(ctx context.Context, token string) (page, error) {
			return c.MeasureComplexity(ctx, &codeintelv1.MeasureComplexityRequest{
				ProjectPath: project, PageSize: 1, PageToken: token,
			})
		}},
		{"FindPatterns", "coderef_patterns", func(ctx context.Context, token string) (page, error) {
			return c.FindPatterns(
				ctx, &codeintelv1.FindPatternsRequest{ProjectPath: project, PageSize: 1, PageToken: token},
			)
		}},
		{"ReportCoverage", "coderef_coverage", func(ctx context.Context, token string) (page, error) {
			return c.ReportCoverage(
				ctx, &codeintelv1.ReportCoverageRequest{ProjectPath: project, PageSize: 1, PageToken: token},
			)
		}},
		{"Validate", "coderef_validate", func(ctx context.Context, token string) (page, error) {
			return c.Validate(ctx, &codeintelv1.ValidateRequest{
				ProjectPath: project, Glob: "docs/*.md", PageSize: 1, PageToken: token,
			})
		}},
		{"DetectDrift", "coderef_drift", func(ctx context.Context, token string) (page, error) {
			return c.DetectDrift(
				ctx, &codeintelv1.DetectDriftRequest{ProjectPath: project, PageSize: 1, PageToken: token},
			)
		}},
		{"Tag", "coderef_tag", func(ctx context.Context, token string) (page, error) {
			return c.Tag(
				ctx, &codeintelv1.TagRequest{ProjectPath: project, DryRun: true, PageSize: 1, PageToken: token},
			)
		}},
	}
}

func names(rpcs []pagedRPC) []string {
	var names []string
	for _, rpc := range rpcs {
		names = append(names, rpc.name)
	}
	return names
}

// pagedNames returns the names of all unary methods whose request has a page token.
func pagedNames() []string {
	var names []string
	methods := codeIntelMethods()
	for i := range methods.Len() {
		if method := methods.Get(i); method.Input().Fields().ByName("page_token") != nil {
			names = append(names, string(method.Name()))
		}
	}
	return names
}

// A page token is valid until the project changes, and for one RPC only.
func TestTypedPageTokens(t *testing.T) {
	c, project := typed(t)
	// Validate needs a second problem for a second page.
	writeFile(t, filepath.Join(project, "docs", "more.md"), "See @Fn/src/money.ts#gone.\n")
	rpcs := pagedRPCs(c.CodeIntelService(), project)
	sameLines(t, names(rpcs), pagedNames())
	tokens := make([]string, len(rpcs))
	for i, rpc := range rpcs {
		first, err := rpc.call(soon(t), "")
		if err != nil {
			t.Fatalf("%s: %v", rpc.name, err)
		}
		if tokens[i] = first.GetNextPageToken(); tokens[i] == "" {
			t.Fatalf("%s: got no next_page_token on the first page, want one: %v", rpc.name, first)
		}
		if _, err := rpc.call(soon(t), tokens[i]); err != nil {
			t.Errorf("%s: got error %v for the second page, want none", rpc.name, err)
		}
	}
	for i, rpc := range rpcs {
		t.Run(rpc.name+" with the token of another RPC", func(t *testing.T) {
			_, err := rpc.call(soon(t), tokens[(i+1)%len(rpcs)])
			info := wantStatus(t, err, codes.InvalidArgument, commonv1.ErrorReason_ERROR_REASON_INVALID_PAGE_TOKEN)
			if info.GetMetadata()["tool"] != rpc.tool {
				t.Errorf("got metadata %v, want tool %s", info.GetMetadata(), rpc.tool)
			}
			details, _ := client.Details(err)
			if len(details.Violations) != 1 || details.Violations[0].GetField() != "page_token" {
				t.Errorf("got violations %v, want page_token", details.Violations)
			}
		})
	}

	writeFile(t, filepath.Join(project, "src", "added.ts"), "export function added(n: number) { return n ? 1 : 2; }\n")
	for i, rpc := range rpcs {
		t.Run(rpc.name+" after a change", func(t *testing.T) {
			_, err := rpc.call(soon(t), tokens[i])
			info := wantStatus(t, err, codes.Aborted, commonv1.ErrorReason_ERROR_REASON_LIST_CHANGED)
			if info.GetMetadata()["tool"] != rpc.tool {
				t.Errorf("got metadata %v, want tool %s", info.GetMetadata(), rpc.tool)
			}
			// The remedy is to repeat the request from the first page.
			if again, err := rpc.call(soon(t), ""); err != nil || again.GetNextPageToken() == "" {
				t.Errorf("list again: got %v, error %v, want a page with a next_page_token", again, err)
			}
		})
	}
}

// A change between two pages ends an iteration of the client. Collect lists again
// and returns the new state.
func TestTypedIterationOfAChangedProject(t *testing.T) {
	c, project := typed(t)
	list := c.Scan(soon(t), &codeintelv1.ScanRequest{ProjectPath: project, PageSize: 4})
	var last error
	elements := 0
	for _, err := range list.All() {
		if last = err; err != nil {
			break
		}
		if elements++; elements == 1 {
			writeFile(t, filepath.Join(project, "src", "added.ts"), "export function added() {}\n")
		}
	}
	wantStatus(t, last, codes.Aborted, commonv1.ErrorReason_ERROR_REASON_LIST_CHANGED)
	if elements != 4 {
		t.Errorf("got %d elements before the error, want those of the first page, 4", elements)
	}
	all, err := list.Collect()
	if err != nil || len(all) != 18 {
		t.Errorf("collect: got %d elements and error %v, want 18", len(all), err)
	}
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
