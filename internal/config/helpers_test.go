package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/coderef-system/coderefd/internal/config"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// write writes a file to a folder of the test and returns its path.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// problems returns the lines of a configuration error, without the folders of files. It returns nil if there
// is none.
func problems(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var bad *config.Error
	if !errors.As(err, &bad) {
		t.Fatalf("got error %v, want a *config.Error", err)
	}
	var lines []string
	for _, p := range bad.Problems {
		if p.File != "" {
			p.Message = strings.ReplaceAll(p.Message, filepath.Dir(p.File)+"/", "")
		}
		p.File = base(p.File)
		lines = append(lines, p.String())
	}
	return lines
}

// warnings returns the warnings, without the folder of their file.
func warnings(cfg *config.Config) []string {
	var list []string
	for _, w := range cfg.Warnings() {
		place, rest, _ := strings.Cut(w, ": ")
		list = append(list, filepath.Base(place)+": "+rest)
	}
	return list
}

func base(file string) string {
	if file == "" {
		return ""
	}
	return filepath.Base(file)
}

// load loads one YAML file without the default upstream.
func load(t *testing.T, yaml string, environ ...string) (*config.Config, error) {
	t.Helper()
	return config.Load(config.Inputs{
		File:    write(t, "c.yaml", yaml),
		Environ: append(environ, "CODEREFD_CODEINTEL_ENABLED=false"),
	})
}

// same compares two lists and prints both if they differ.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s:\ngot:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
