package client_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program is a first program of a user of the package.
const program = `package main

import (
	"context"
	"fmt"
	"os"

	"github.com/coderef-system/coderefd/client"
)

func main() {
	result, err := client.CallTool(context.Background(), "coderef_scan", map[string]any{"project_path": os.Args[1]})
	fmt.Println(result, err)
}
`

// A separate module that imports only this package builds. The test needs no
// network: the module's requirements are those of this checkout.
func TestSeparateModule(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	const ours = "github.com/coderef-system/coderefd"
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": fmt.Sprintf(
			"module example.com/user\n\ngo 1.26.0\n\nrequire %s v0.0.0\n\nreplace %[1]s => %q\n", ours, root),
		"go.sum": string(sums), "main.go": program,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tool := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = folder
		// -mod=mod adds the requirements to go.mod, as go mod tidy would.
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off", "CGO_ENABLED=0")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	tool("vet", ".")
	tool("build", "-o", filepath.Join(folder, "user"), ".")
	// The package brings the generated code, the method table that is read from it, and
	// nothing else of ours.
	for _, imported := range strings.Fields(tool("list", "-deps", "-f", "{{.ImportPath}}", ".")) {
		own := imported == ours+"/client" || imported == ours+"/internal/method" ||
			strings.HasPrefix(imported, ours+"/gen/")
		if strings.HasPrefix(imported, ours) && !own {
			t.Errorf("the program depends on %s, want only client, gen and internal/method of this repository", imported)
		}
	}
}
