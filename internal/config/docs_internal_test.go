package config

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/internal/config/internal/mcpfile"
)

// The documentation names every key for servers, every file extension that is read from a folder, and the
// limits.
func TestDocumentedFiles(t *testing.T) {
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"at most 16 MiB", "at most 1000 servers"}
	if FileBytes != 16<<20 || MaxServers != 1000 {
		t.Errorf(
			"got FileBytes %d and MaxServers %d, want %d and 1000: change the documentation and this test",
			FileBytes, MaxServers, 16<<20,
		)
	}
	for _, path := range mcpfile.Keys() {
		want = append(want, "`"+strings.Join(path, ".")+"`")
	}
	for _, ending := range serverFileEndings() {
		want = append(want, "`*"+ending+"`")
	}
	for _, words := range want {
		if !strings.Contains(string(text), words) {
			t.Errorf("the documentation lacks %s, want it", words)
		}
	}
}

// The configuration accepts the bounds that the documentation states, and rejects the values next to them.
func TestDocumentedBounds(t *testing.T) {
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `([a-zA-Z_.]+)` \\| (\\S+) \\| (\\S+) \\|$")
	rows := row.FindAllStringSubmatch(string(text), -1)
	if len(rows) == 0 {
		t.Fatal("got no bounds in the documentation, want some")
	}
	for _, row := range rows {
		key, low, high := row[1], row[2], row[3]
		t.Run(key, func(t *testing.T) {
			for value, valid := range map[string]bool{
				low: true, high: true, next(t, low, -1): false, next(t, high, 1): false,
			} {
				if got := accepts(t, key, value); got != valid {
					t.Errorf("%s: %s is accepted: %t, want %t", key, value, got, valid)
				}
			}
		})
	}
}

// next returns the duration or number that is one nanosecond or one lower (-1) or higher (1).
func next(t *testing.T, value string, step int) string {
	t.Helper()
	if n, err := strconv.Atoi(value); err == nil {
		return strconv.Itoa(n + step)
	}
	d, err := time.ParseDuration(value)
	if err != nil {
		t.Fatal(err)
	}
	return (d + time.Duration(step)).String()
}

// accepts reports whether a configuration file may set the key to the value. Problems of other keys, whose
// bounds depend on the value, do not count.
func accepts(t *testing.T, key, value string) bool {
	t.Helper()
	yaml := value
	keys := strings.Split(key, ".")
	for i := len(keys) - 1; i >= 0; i-- {
		yaml = keys[i] + ": " + yaml
		if i > 0 {
			yaml = "{" + yaml + "}"
		}
	}
	yaml = strings.Replace(yaml, "NAME: {", "NAME: {command: sh, sharing: shared, ", 1)
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte(yaml), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Load(Inputs{File: file})
	var invalid *Error
	if err != nil && !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	if invalid == nil {
		return true
	}
	for _, p := range invalid.Problems {
		if p.Field == key {
			return false
		}
	}
	return true
}
