package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// binaries is the folder that contains coderefd and coderef-mcp, which are built once.
var binaries string

func TestMain(m *testing.M) {
	if folder := os.Getenv(childVariable); folder != "" {
		if err := serveChild(folder); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	folder, err := os.MkdirTemp("", "coderefd-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	binaries = folder
	for pkg, module := range map[string]string{"./cmd/coderefd": "../..", "./cmd/coderef-mcp": "../../codeintel"} {
		build := exec.Command("go", "build", "-o", filepath.Join(folder, filepath.Base(pkg)), pkg)
		build.Env = append(os.Environ(), "CGO_ENABLED=0") // static, like the released binaries
		if raceDetector {
			build = exec.Command("go", "build", "-race", "-o", filepath.Join(folder, filepath.Base(pkg)), pkg)
			build.Env = append(os.Environ(), "CGO_ENABLED=1")
		}
		build.Dir = module
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n%s", build, err, out)
			return 1
		}
	}
	return m.Run()
}
