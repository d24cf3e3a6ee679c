package telemetry_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/coderef-system/coderefd/internal/telemetry"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestReadBuild(t *testing.T) {
	linked := telemetry.ReadBuild("v1.2.3", "abc")
	if linked.Version != "v1.2.3" || linked.Commit != "abc" || !strings.HasPrefix(linked.GoVersion, "go1") {
		t.Errorf("got %+v, want the version v1.2.3 and the commit abc of the linker", linked)
	}
	if b := telemetry.ReadBuild("", ""); b.Version != "devel" {
		t.Errorf("got %+v for a build without a version, want devel", b)
	}
}

func TestLogger(t *testing.T) {
	for _, format := range []string{"json", "auto", "text"} {
		t.Run(format, func(t *testing.T) {
			var out bytes.Buffer
			logger, err := telemetry.NewLogger(&out, "warn", format)
			if err != nil {
				t.Fatal(err)
			}
			logger.Info("hidden")
			logger.Warn("shown", "at", time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("east", 3600)))
			var record map[string]any
			isJSON := json.Unmarshal(out.Bytes(), &record) == nil
			if isJSON != (format != "text") {
				t.Errorf("got JSON %t, want %t: %s", isJSON, format != "text", out.String())
			}
			if strings.Contains(out.String(), "hidden") ||
				!strings.Contains(out.String(), "2026-01-02T02:04:05.000000006Z") {
				t.Errorf("got %s, want a time in UTC and no debug record", out.String())
			}
		})
	}
	if _, err := telemetry.NewLogger(io.Discard, "loud", "json"); err == nil {
		t.Error("NewLogger of an unknown level: got no error, want one")
	}
}

func TestIsTerminal(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, w := range []any{null, &bytes.Buffer{}, nil} {
		if telemetry.IsTerminal(w) {
			t.Errorf("IsTerminal(%v) = true, want false", w)
		}
	}
}

// clear unsets the variables that the environment of the test may contain.
func clear(t *testing.T) {
	t.Helper()
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); strings.HasPrefix(name, "OTEL_") {
			t.Setenv(name, "")
		}
	}
}

// Nothing is exported unless the environment configures an endpoint.
func TestSilent(t *testing.T) {
	tests := []struct{ name, variable, value string }{
		{"nothing set", "OTEL_SERVICE_NAME", "x"},
		{"none", "OTEL_TRACES_EXPORTER", "none"},
		{"no metrics", "OTEL_METRICS_EXPORTER", "none"},
		{"switched off", "OTEL_SDK_DISABLED", "true"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			clear(t)
			t.Setenv(test.variable, test.value)
			tel, err := telemetry.Open(t.Context(), telemetry.Build{})
			if err != nil {
				t.Fatal(err)
			}
			_, span := tel.Tracer.Tracer("t").Start(t.Context(), "s")
			if span.IsRecording() {
				t.Error("got a recorded span, want one that is not recorded")
			}
			if err := tel.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestBadExporter(t *testing.T) {
	clear(t)
	t.Setenv("OTEL_TRACES_EXPORTER", "telegraph")
	if _, err := telemetry.Open(t.Context(), telemetry.Build{}); err == nil ||
		!strings.Contains(err.Error(), "telegraph") {
		t.Errorf("got error %v, want one that contains telegraph", err)
	}
}

// collector stores the data that is exported to it.
type collector struct {
	mu     sync.Mutex
	paths  []string
	bodies bytes.Buffer
}

func (c *collector) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.paths = append(c.paths, r.URL.Path)
	_, _ = io.Copy(&c.bodies, r.Body) // missing data is reported below
}

// One variable is sufficient. Shutdown exports the remaining data.
func TestExport(t *testing.T) {
	clear(t)
	c := &collector{}
	server := httptest.NewServer(c)
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
	tel, err := telemetry.Open(t.Context(), telemetry.Build{Version: "v9.8.7"})
	if err != nil {
		t.Fatal(err)
	}
	_, span := tel.Tracer.Tracer("t").Start(t.Context(), "the span")
	span.End()
	counter, err := tel.Meter.Meter("t").Int64Counter("the.counter")
	if err != nil {
		t.Fatal(err)
	}
	counter.Add(t.Context(), 1)
	for range 2 {
		if err := tel.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.Sort(c.paths)
	if got := strings.Join(c.paths, " "); got != "/v1/metrics /v1/traces" {
		t.Errorf("got exports to %s, want /v1/metrics and /v1/traces", got)
	}
	for _, want := range []string{"the span", "the.counter", "coderefd", "v9.8.7"} {
		if !strings.Contains(c.bodies.String(), want) {
			t.Errorf("got %d bytes of exports without %q, want it", c.bodies.Len(), want)
		}
	}
}
