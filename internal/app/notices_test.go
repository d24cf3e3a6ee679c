package app_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/app/apptest"
	"github.com/coderef-system/coderefd/internal/config"
)

// TestNoticesAreLogged checks that a notice about configured servers that do not run is logged as an error,
// even if the service starts.
func TestNoticesAreLogged(t *testing.T) {
	t.Parallel()
	cfg := apptest.Config()
	cfg.Log.Level, cfg.Log.Format = "info", "text"
	cfg.Notices = []config.Problem{
		{File: "d/broken.json", Line: 3, Column: 5, Message: "is broken"},
		{Severity: config.SeverityWarning, File: "d/odd.json", Message: "is odd"},
	}
	var logged bytes.Buffer
	a, err := app.Open(t.Context(), cfg, app.Options{Log: &logged})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(t.Context()); err != nil {
		t.Error(err)
	}
	for _, want := range []string{
		`level=ERROR msg="d/broken.json:3:5: is broken"`,
		`level=WARN msg="d/odd.json: is odd"`,
	} {
		if !strings.Contains(logged.String(), want) {
			t.Errorf("got log %s, want %q in it", &logged, want)
		}
	}
}
