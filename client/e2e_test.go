package client_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/internal/app/apptest"
	"github.com/coderef-system/coderefd/internal/config"
)

// codeIntel serves the real code-intelligence server, built for the test.
func codeIntel(t *testing.T) *client.Client {
	t.Helper()
	program := filepath.Join(t.TempDir(), config.CodeIntelCommand)
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "./cmd/coderef-mcp")
	build.Dir = filepath.Join("..", "codeintel")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as it is shipped
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", build, err, out)
	}
	loaded, err := config.Load(config.Inputs{Flags: map[string]string{"codeintel.command": program}})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := apptest.Start(t, apptest.Config(loaded.Servers...))
	return dial(t, a.Addr())
}

// shop writes the project of testdata/shop.txtar into a folder of the test's own.
func shop(t *testing.T) string {
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

func TestCodeIntel(t *testing.T) {
	c, project := codeIntel(t), shop(t)

	t.Run("all elements, over many pages", func(t *testing.T) {
		want := []string{
			"class @Cl/src/cart.ts#Cart src/cart.ts:3 true",
			"property @V/src/cart.ts#Cart.lines src/cart.ts:4 false",
			"method @M/src/cart.ts#Cart.put src/cart.ts:6 true",
			"method @M/src/cart.ts#Cart.total src/cart.ts:10 true",
			"function @Fn/src/cart.ts#both src/cart.ts:15 true",
			"interface @I/src/money.ts#Money src/money.ts:1 true",
			"property @V/src/money.ts#Money.amount src/money.ts:2 true",
			"function @Fn/src/money.ts#add src/money.ts:5 true",
		}
		var got []string
		for element, err := range c.Scan(patient(t), &codeintelv1.ScanRequest{ProjectPath: project, PageSize: 1}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, describe(element))
		}
		if !slices.Equal(got, want) {
			t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})

	t.Run("who calls a function", func(t *testing.T) {
		var got []string
		for relation, err := range c.Query(patient(t), &codeintelv1.QueryRequest{
			ProjectPath: project, QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: "src/money.ts#add", PageSize: 1,
		}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, relation.GetFromId())
		}
		if !slices.Contains(got, "@Fn/src/cart.ts#both") {
			t.Errorf("callers %q", got)
		}
	})

	t.Run("the tool says no", func(t *testing.T) {
		for _, err := range c.Scan(patient(t), &codeintelv1.ScanRequest{ProjectPath: "/no/such/project"}) {
			info, ok := client.Reason(err)
			if status.Code(err) != codes.NotFound || !ok || info.Reason != toolv1.ErrorReason_ERROR_REASON_TOOL_ERROR {
				t.Errorf("error %v, reason %+v", err, info)
			}
		}
	})

	t.Run("a bad request", func(t *testing.T) {
		for _, err := range c.Query(patient(t), &codeintelv1.QueryRequest{ProjectPath: project, Target: "add"}) {
			if info, _ := client.Reason(err); info.Reason != toolv1.ErrorReason_ERROR_REASON_INVALID_REQUEST {
				t.Errorf("error %v", err)
			}
		}
	})
}

func describe(e *codeintelv1.Element) string {
	kind := strings.ToLower(strings.TrimPrefix(e.GetType().String(), "ELEMENT_TYPE_"))
	at := e.GetLocation()
	return fmt.Sprintf("%s %s %s:%d %t", kind, e.GetId(), at.GetFile(), at.GetLine(), e.GetExported())
}
