package app_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/internal/config"
)

func TestAdmin(t *testing.T) {
	a, _, _ := start(t, func(cfg *config.Config) { cfg.AdminListen = "127.0.0.1:0" })
	tests := []struct {
		name, path, host string
		code             int
		body             string
	}{
		{"alive", "/healthz", "", 200, "ok\n"},
		{"ready", "/readyz", "", 200, "ok\n"},
		{"localhost", "/readyz", "localhost:50052", 200, "ok\n"},
		{"IPv6", "/readyz", "[::1]", 200, "ok\n"},
		{"a foreign host name", "/readyz", "rebound.example", 403, "use an IP address or localhost in the URL\n"},
		{
			name: "a name that begins like an address", path: "/readyz", host: "127.0.0.1.example:80", code: 403,
			body: "use an IP address or localhost in the URL\n",
		},
		{
			name: "version", path: "/version", code: 200,
			body: `{"commit":"","go_version":"go0","protocol_versions":["2026-07-28","2025-11-25",` +
				`"2025-06-18","2025-03-26","2024-11-05"],"version":"v0.0.0-test"}` + "\n",
		},
		{"profiles", "/debug/pprof/goroutine?debug=1", "", 200, "goroutine profile"},
		{"unknown", "/", "", 404, "404 page not found\n"},
	}
	transport := &http.Transport{DisableKeepAlives: true}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(patient(t), http.MethodGet, "http://"+a.AdminAddr()+test.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Host = test.host
			res, err := transport.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			body, err := io.ReadAll(res.Body)
			if err != nil || res.StatusCode != test.code || !strings.HasPrefix(string(body), test.body) {
				t.Errorf("%d %q, %v; want %d %q", res.StatusCode, body, err, test.code, test.body)
			}
		})
	}
}

func TestNoAdmin(t *testing.T) {
	a, _, _ := start(t)
	if got := a.AdminAddr(); got != "" {
		t.Errorf("AdminAddr() = %q, want none", got)
	}
}
