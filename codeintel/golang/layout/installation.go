package layout

import (
	"os"
	"path"
	"path/filepath"
	"runtime"
)

// GoRoot returns the folder of the Go installation, or "": GOROOT, else the folder of the go
// command on PATH, else a default folder. It runs no program.
func GoRoot() string {
	candidates := []string{os.Getenv("GOROOT")}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		name := "go"
		if runtime.GOOS == "windows" {
			name = "go.exe"
		}
		if real, err := filepath.EvalSymlinks(filepath.Join(dir, name)); err == nil && dir != "" {
			candidates = append(candidates, filepath.Dir(filepath.Dir(real)))
		}
	}
	candidates = append(candidates, "/usr/local/go", "/usr/lib/go", "/usr/lib/golang", "/usr/share/go",
		"/opt/homebrew/opt/go/libexec", "/usr/local/opt/go/libexec", `C:\Program Files\Go`)
	for _, dir := range candidates {
		if dir == "" {
			continue
		}
		//nolint:gosec // the user names the folder by GOROOT or PATH
		if info, err := os.Stat(filepath.Join(dir, "src", "fmt")); err == nil && info.IsDir() {
			return filepath.ToSlash(filepath.Clean(dir))
		}
	}
	return ""
}

// ModuleCache returns the folder of the module cache, or "".
func ModuleCache() string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return filepath.ToSlash(filepath.Clean(dir))
	}
	if list := filepath.SplitList(os.Getenv("GOPATH")); len(list) > 0 && list[0] != "" {
		return path.Join(filepath.ToSlash(list[0]), "pkg/mod")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return path.Join(filepath.ToSlash(home), "go/pkg/mod")
}
