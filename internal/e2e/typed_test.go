package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// typed starts the service and writes the project of testdata/typed.txtar. It
// returns the published Go client and the project's root.
func typed(t *testing.T, args ...string) (*client.Client, string) {
	t.Helper()
	s := start(t, args...)
	c, err := client.Dial(s.Address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	archive, err := txtar.ParseFile(filepath.Join("testdata", "typed.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := txtar.Write(archive, folder); err != nil {
		t.Fatal(err)
	}
	return c, folder
}

// soon returns a context that bounds a call.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

func sameLines(t *testing.T, got, want []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// word returns the last part of an enum value's name.
func word(value fmt.Stringer, prefix string) string {
	return strings.ToLower(strings.TrimPrefix(value.String(), prefix))
}

func TestTypedScan(t *testing.T) {
	c, project := typed(t)
	byID := map[string]*codeintelv1.Element{}
	var got []string
	for e, err := range c.Scan(soon(t), &codeintelv1.ScanRequest{ProjectPath: project, PageSize: 4}).All() {
		if err != nil {
			t.Fatal(err)
		}
		byID[e.GetId()] = e
		got = append(
			got, fmt.Sprintf("%s %s:%d", e.GetId(), word(e.GetType(), "ELEMENT_TYPE_"), e.GetLocation().GetLine()),
		)
	}
	sameLines(t, got, []string{
		"@Fn/src/cart.test.ts#test function:3",
		"@Cl/src/cart.ts#Cart class:3",
		"@V/src/cart.ts#Cart.items property:4",
		"@M/src/cart.ts#Cart.total method:6",
		"@M/src/cart.ts#Cart.receipt method:16",
		"@Fn/src/money.ts#format function:2",
		"@Fn/src/money.ts#parse function:9",
		"@I/sum.go#Adder interface:5",
		"@M/sum.go#Adder.Add method:5",
		"@Cl/sum.go#Counter class:8",
		"@V/sum.go#Counter.total property:8",
		"@M/sum.go#Counter.Add method:11",
		"@Fn/sum.go#Sum function:17",
		"@Cl/tools/report.py#Report class:4",
		"@M/tools/report.py#Report.__init__ method:5",
		"@M/tools/report.py#Report.render method:8",
		"@Fn/tools/report.py#main function:12",
	})
	if e := byID["@Fn/src/money.ts#format"]; e.GetDocstring() != "Writes an amount with its currency." ||
		e.GetReturnType() != "string" ||
		len(e.GetParameters()) != 2 || e.GetParameters()[0].GetType() != "number" ||
		!e.GetParameters()[1].GetOmittable() {
		t.Errorf("format: got %v, want its docstring, return type and two parameters", e)
	}
	if e := byID["@M/src/cart.ts#Cart.receipt"]; !e.GetAsynchronous() || e.GetParentId() != "@Cl/src/cart.ts#Cart" {
		t.Errorf("receipt: got %v, want an asynchronous method of Cart", e)
	}
	if e := byID["@M/tools/report.py#Report.render"]; len(e.GetParameters()) == 0 ||
		!e.GetParameters()[len(e.GetParameters())-1].GetVariadic() {
		t.Errorf("render: got %v, want a variadic last parameter", e)
	}
}

// StreamScan returns the elements of all pages, in the same order.
func TestTypedStreamScan(t *testing.T) {
	c, project := typed(t)
	const files, functions = 12, 1000 // three pages of the tool
	for i := range files {
		var text strings.Builder
		for j := range functions {
			fmt.Fprintf(&text, "/** Number %d. */\nexport function f%d_%d(a: number) { return a; }\n", j, i, j)
		}
		if err := os.WriteFile(
			filepath.Join(project, "src", fmt.Sprintf("many%02d.ts", i)), []byte(text.String()), 0o600,
		); err != nil {
			t.Fatal(err)
		}
	}
	var want []string
	for e, err := range c.Scan(soon(t), &codeintelv1.ScanRequest{ProjectPath: project}).All() {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, e.GetId())
	}
	stream, err := c.CodeIntelService().StreamScan(
		soon(t), &codeintelv1.StreamScanRequest{Scan: &codeintelv1.ScanRequest{ProjectPath: project}},
	)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var result *codeintelv1.ScanResponse
	for {
		event, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if result != nil {
			t.Fatalf("got %v after the result, want no further event", event)
		}
		for _, e := range event.GetElements().GetElements() {
			got = append(got, e.GetId())
		}
		result = event.GetResult()
	}
	if len(got) != files*functions+17 || !slices.Equal(got, want) {
		t.Errorf(
			"got %d elements in the stream, %d on the pages, want the same %d",
			len(got), len(want), files*functions+17,
		)
	}
	if int(result.GetTotalSize()) != len(got) || result.GetAnalysis().GetFileCount() != files+5 ||
		result.GetMode() != codeintelv1.ScanMode_SCAN_MODE_AST ||
		result.GetCallInfo().GetServer() != "coderef" || result.GetCallInfo().GetAttemptCount() != 1 ||
		len(result.GetElements()) != 0 {
		t.Errorf("got result %v, want the totals of the streamed elements and no elements", result)
	}
}

func TestTypedQuery(t *testing.T) {
	c, project := typed(t)
	ask := func(queryType codeintelv1.QueryType, target string) []string {
		var got []string
		for r, err := range c.Query(
			soon(t), &codeintelv1.QueryRequest{ProjectPath: project, QueryType: queryType, Target: target, PageSize: 1},
		).All() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(
				got,
				fmt.Sprintf("%s %s %s %s %s", r.GetFromId(), word(r.GetType(), "RELATION_TYPE_"), r.GetToId(),
					word(r.GetConfidence(), "CONFIDENCE_"), word(r.GetDispatch(), "DISPATCH_")),
			)
		}
		return got
	}
	sameLines(t, ask(codeintelv1.QueryType_QUERY_TYPE_DEPENDS_ON_ME, "src/money.ts#format"), []string{
		"@File/src/cart.ts import @Fn/src/money.ts#format exact static",
		"@M/src/cart.ts#Cart.receipt call @Fn/src/money.ts#format exact static",
		"@File/src/cart.test.ts call @M/src/cart.ts#Cart.receipt exact static",
	})
	sameLines(t, ask(codeintelv1.QueryType_QUERY_TYPE_CALLS, "Sum"), []string{
		"@Fn/sum.go#Sum call @M/sum.go#Adder.Add exact static",
		"@Fn/sum.go#Sum call @M/sum.go#Counter.Add exact possible",
	})
	sameLines(t, ask(codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, "Report.render"), []string{
		"@Fn/tools/report.py#main call @M/tools/report.py#Report.render exact static",
	})
	_, err := c.CodeIntelService().Query(soon(t), &codeintelv1.QueryRequest{
		ProjectPath: project, QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: "total",
	})
	details := wantToolError(
		t, err, codes.FailedPrecondition, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ELEMENT_AMBIGUOUS,
	)
	if message := status.Convert(err).Message(); !strings.Contains(message, "@M/src/cart.ts#Cart.total") {
		t.Errorf("got message %q, want one that names the candidate @M/src/cart.ts#Cart.total", message)
	}
	var candidates []string
	for _, candidate := range details.Candidates.GetCandidates() {
		candidates = append(candidates, candidate.GetId())
		// Each candidate is a valid target.
		ask(codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, candidate.GetId())
	}
	sameLines(t, candidates, []string{"@M/src/cart.ts#Cart.total", "@V/sum.go#Counter.total"})
	if total := details.Candidates.GetCandidateCount(); total != 2 {
		t.Errorf("got %d candidates in total, want 2", total)
	}
}
