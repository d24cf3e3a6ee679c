package e2e_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// cartProject writes the project of testdata/shop.txtar to a folder of the test.
func cartProject(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "shop.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := txtar.Write(archive, folder); err != nil {
		t.Fatal(err)
	}
	return folder
}

// cartElements are the elements of the project of cartProject.
var cartElements = []string{
	"class @Cl/src/cart.ts#Cart src/cart.ts:3 true",
	"property @V/src/cart.ts#Cart.lines src/cart.ts:4 false",
	"method @M/src/cart.ts#Cart.put src/cart.ts:6 true",
	"method @M/src/cart.ts#Cart.total src/cart.ts:10 true",
	"function @Fn/src/cart.ts#both src/cart.ts:15 true",
	"interface @I/src/money.ts#Money src/money.ts:1 true",
	"property @V/src/money.ts#Money.amount src/money.ts:2 true",
	"function @Fn/src/money.ts#add src/money.ts:5 true",
}

func describe(e *codeintelv1.Element) string {
	at := e.GetLocation()
	return fmt.Sprintf(
		"%s %s %s:%d %t", word(e.GetType(), "ELEMENT_TYPE_"), e.GetId(), at.GetFile(), at.GetLine(), e.GetExported(),
	)
}

// dialClient returns a client of the service.
func dialClient(t *testing.T, s *service) *client.Client {
	t.Helper()
	c, err := client.Dial(s.Address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestClient runs the published Go client against the built programs.
func TestClient(t *testing.T) {
	s := start(t)
	c, project := dialClient(t, s), cartProject(t)

	t.Run("Scan over many pages", func(t *testing.T) {
		list := c.Scan(soon(t), &codeintelv1.ScanRequest{ProjectPath: project, PageSize: 1})
		var got []string
		for element, err := range list.All() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, describe(element))
		}
		sameLines(t, got, cartElements)
		page := list.Page()
		if int(page.GetTotalSize()) != len(cartElements) || page.GetAnalysis().GetFileCount() == 0 {
			t.Errorf("got page %v, want total_size %d and an analysis", page, len(cartElements))
		}
	})

	t.Run("StreamScan", func(t *testing.T) {
		scan := c.StreamScan(soon(t), &codeintelv1.ScanRequest{ProjectPath: project})
		var got []string
		for element, err := range scan.All() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, describe(element))
		}
		sameLines(t, got, cartElements)
		if result := scan.Result(); int(result.GetTotalSize()) != len(cartElements) || result.GetAnalysis() == nil {
			t.Errorf("got result %v, want total_size %d and an analysis", result, len(cartElements))
		}
	})

	t.Run("Query with its precision", func(t *testing.T) {
		list := c.Query(soon(t), &codeintelv1.QueryRequest{
			ProjectPath: project, QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: "src/money.ts#add",
			PageSize: 1,
		})
		found := false
		for relation, err := range list.All() {
			if err != nil {
				t.Fatal(err)
			}
			found = found || relation.GetFromId() == "@Fn/src/cart.ts#both"
		}
		analysis := list.Page().GetAnalysis()
		if !found || analysis.GetPrecision() != codeintelv1.Precision_PRECISION_SEMANTIC ||
			analysis.GetUnresolved() == nil {
			t.Errorf("got found %t and analysis %v, want both elements and PRECISION_SEMANTIC", found, analysis)
		}
	})

	t.Run("CallStructured", func(t *testing.T) {
		type scan struct {
			Success       bool `json:"success"`
			ElementsFound int  `json:"elements_found"`
		}
		call := client.Call{Tool: "coderef_scan", Arguments: map[string]any{"project_path": project}}
		got, result, err := client.CallStructured[scan](soon(t), c, call)
		if err != nil || !got.Success || got.ElementsFound != len(cartElements) {
			t.Errorf("got %+v and error %v, want %d elements", got, err, len(cartElements))
		}
		if result.Info.GetServer() == "" {
			t.Errorf("got info %v, want a server", result.Info)
		}
	})

	t.Run("CallTool", func(t *testing.T) {
		t.Setenv(client.AddressVariable, s.Address)
		shared, err := client.Default()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { shared.Close() })
		result, err := client.CallTool(soon(t), "coderef_scan", map[string]any{"project_path": project})
		if err != nil || result.IsError {
			t.Fatalf("client.CallTool(coderef_scan): got %v and error %v, want a result that is no tool error", result, err)
		}
		_, err = client.CallTool(soon(t), "coderef_scan", map[string]any{"project_path": "/no/such/project"})
		var toolErr *client.ToolError
		if !errors.As(err, &toolErr) || toolErr.Result.Text() == "" {
			t.Errorf("a folder that does not exist: got %v, want a ToolError with a text", err)
		}
	})
}

// The details of an error are available as types, not only in the message.
func TestClientDetails(t *testing.T) {
	s := start(t)
	c, project := dialClient(t, s), cartProject(t)
	other := filepath.Join(project, "src", "other.ts")
	if err := os.WriteFile(other, []byte("export function add() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	query := func(change func(*codeintelv1.QueryRequest)) (client.ErrorDetails, codes.Code) {
		t.Helper()
		req := &codeintelv1.QueryRequest{
			ProjectPath: project, QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: "add",
		}
		change(req)
		_, err := c.Query(soon(t), req).Collect()
		details, ok := client.Details(err)
		if !ok {
			t.Fatalf("got error %v, want one of the service", err)
		}
		return details, status.Code(err)
	}

	details, code := query(func(*codeintelv1.QueryRequest) {})
	if code != codes.FailedPrecondition || details.Reason != commonv1.ErrorReason_ERROR_REASON_TOOL_ERROR ||
		details.ToolError.GetCode() != codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ELEMENT_AMBIGUOUS {
		t.Errorf(
			"an ambiguous target: got %v, %+v, want FailedPrecondition, reason TOOL_ERROR, tool error ELEMENT_AMBIGUOUS",
			code, details,
		)
	}
	var candidates []string
	for _, candidate := range details.Candidates.GetCandidates() {
		candidates = append(candidates, candidate.GetId())
	}
	sameLines(t, candidates, []string{"@Fn/src/money.ts#add", "@Fn/src/other.ts#add"})

	details, code = query(func(req *codeintelv1.QueryRequest) { req.MaxDepth = 11 })
	if code != codes.InvalidArgument || details.Reason != commonv1.ErrorReason_ERROR_REASON_INVALID_REQUEST ||
		len(details.Violations) != 1 || details.Violations[0].GetField() != "max_depth" {
		t.Errorf(
			"an invalid field: got %v, %+v, want InvalidArgument, reason INVALID_REQUEST, one violation of max_depth",
			code, details,
		)
	}

	_, err := c.Call(
		soon(t), client.Call{Tool: "coderef_query", Arguments: map[string]any{"project_path": project, "target": 1}},
	)
	details, _ = client.Details(err)
	fields := map[string]bool{}
	for _, violation := range details.Violations {
		fields[violation.GetField()] = true
	}
	if details.Reason != commonv1.ErrorReason_ERROR_REASON_INVALID_ARGUMENTS || !fields["/target"] {
		t.Errorf(
			"an invalid argument: got error %v, %+v, want reason INVALID_ARGUMENTS and a violation of /target",
			err, details,
		)
	}
}
