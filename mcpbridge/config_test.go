package mcpbridge_test

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
)

// minimal configures a faultchild with a name and a command only.
func minimal(t testing.TB, mode string) mcpbridge.ServerConfig {
	t.Helper()
	return mcpbridge.ServerConfig{Name: "a", Command: self(t), Args: []string{faultchild.Arg, mode}}
}

// TestNameAndCommand: nothing else has to be configured.
func TestNameAndCommand(t *testing.T) {
	t.Parallel()
	b, err := mcpbridge.Open(t.Context(), mcpbridge.Config{Servers: []mcpbridge.ServerConfig{minimal(t, "modern")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close(t.Context()) })
	got := string(call(t, b, "", "params", `{}`).Raw)
	if want := regexp.MustCompile(`/clientInfo":{"name":"mcpbridge","version":"[^"]+"}`); !want.MatchString(got) {
		t.Errorf("the server received %s, want a match of %s", got, want)
	}
}

// TestChildEnvironment: nil selects the default variables, an empty list none.
func TestChildEnvironment(t *testing.T) {
	t.Setenv("LC_TIME", "C")
	t.Setenv("API_TOKEN", "secret")
	for _, tt := range []struct {
		name string
		env  []string
		want []string // nil: those of DefaultEnv
	}{
		{"nil", nil, nil},
		{"empty", []string{}, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := minimal(t, "normal")
			sc.Env = tt.env
			var got struct{ Env []string }
			if raw := call(t, open(t, sc), "", "env", `{}`).Raw; json.Unmarshal(raw, &got) != nil {
				t.Fatalf("env = %s, want a JSON object with the array env", raw)
			}
			if tt.want != nil && !slices.Equal(got.Env, tt.want) {
				t.Errorf("environment = %q, want %q", got.Env, tt.want)
			}
			secret := strings.Contains(strings.Join(got.Env, " "), "API_TOKEN")
			if tt.want == nil && (secret || !slices.Contains(got.Env, "LC_TIME=C")) {
				t.Errorf("environment = %q, want LC_TIME and not API_TOKEN", got.Env)
			}
		})
	}
}

func TestDefaultEnv(t *testing.T) {
	t.Parallel()
	all := []string{
		"TZ=UTC", "PATH=/bin", "HOME=/h", "USER=u", "LANG=C", "LC_ALL=C", "TMPDIR=/t",
		"PATHS=x", "LC=x", "AWS_SECRET_ACCESS_KEY=x", "PATH", "=x",
	}
	if got, want := mcpbridge.DefaultEnv(all), all[:7]; !slices.Equal(got, want) {
		t.Errorf("DefaultEnv = %q, want %q", got, want)
	}
	if got := mcpbridge.DefaultEnv(nil); got == nil || len(got) != 0 {
		t.Errorf("DefaultEnv(nil) = %#v, want an empty list that is not nil", got)
	}
}

// TestInvalidConfig: an error names the server and the field.
func TestInvalidConfig(t *testing.T) {
	t.Parallel()
	for want, spoil := range map[string]func(*mcpbridge.ServerConfig){
		`server "": Name `:                    func(c *mcpbridge.ServerConfig) { c.Name = "" },
		`server "a": Command is`:              func(c *mcpbridge.ServerConfig) { c.Command = "" },
		`server "a": Command must`:            func(c *mcpbridge.ServerConfig) { c.Command = "\x00" },
		`server "a": Args `:                   func(c *mcpbridge.ServerConfig) { c.Args = []string{"\x00"} },
		`server "a": Env `:                    func(c *mcpbridge.ServerConfig) { c.Env = []string{"A=\x00"} },
		`server "a": Sharing `:                func(c *mcpbridge.ServerConfig) { c.Sharing = "x" },
		`server "a": Processes `:              func(c *mcpbridge.ServerConfig) { c.Processes = -1 },
		`server "a": MaxInFlight `:            func(c *mcpbridge.ServerConfig) { c.MaxInFlight = -1 },
		`server "a": MaxQueue `:               func(c *mcpbridge.ServerConfig) { c.MaxQueue = -2 },
		`server "a": MaxPrincipals `:          func(c *mcpbridge.ServerConfig) { c.MaxPrincipals = -1 },
		`server "a": IdleTimeout `:            func(c *mcpbridge.ServerConfig) { c.IdleTimeout = -1 },
		`server "a": ProtocolVersion `:        func(c *mcpbridge.ServerConfig) { c.ProtocolVersion = "1" },
		`server "a": StartTimeout `:           func(c *mcpbridge.ServerConfig) { c.StartTimeout = -time.Second },
		`server "a": ProbeTimeout `:           func(c *mcpbridge.ServerConfig) { c.ProbeTimeout = -1 },
		`server "a": StopGrace `:              func(c *mcpbridge.ServerConfig) { c.StopGrace = -1 },
		`server "a": PingInterval `:           func(c *mcpbridge.ServerConfig) { c.PingInterval = -1 },
		`server "a": PingFailures `:           func(c *mcpbridge.ServerConfig) { c.PingFailures = -1 },
		`server "a": WriteStall `:             func(c *mcpbridge.ServerConfig) { c.WriteStall = -1 },
		`server "a": MaxLineBytes `:           func(c *mcpbridge.ServerConfig) { c.MaxLineBytes = -1 },
		`server "a": MaxDepth `:               func(c *mcpbridge.ServerConfig) { c.MaxDepth = -1 },
		`server "a": Backoff.Initial `:        func(c *mcpbridge.ServerConfig) { c.Backoff.Initial = -1 },
		`server "a": Backoff.Max must be at `: func(c *mcpbridge.ServerConfig) { c.Backoff.Max = 1 },
		`server "a": Backoff.Multiplier `:     func(c *mcpbridge.ServerConfig) { c.Backoff.Multiplier = math.NaN() },
		`server "a": Backoff.Jitter `:         func(c *mcpbridge.ServerConfig) { c.Backoff.Jitter = 2 },
		`server "a": Backoff.Budget `:         func(c *mcpbridge.ServerConfig) { c.Backoff.Budget = -1 },
		`server "a": Backoff.Window `:         func(c *mcpbridge.ServerConfig) { c.Backoff.Window = -1 },
		`server "a": Backoff.ParkedRetry `:    func(c *mcpbridge.ServerConfig) { c.Backoff.ParkedRetry = -1 },
		`server "a": Backoff.ResetAfter `:     func(c *mcpbridge.ServerConfig) { c.Backoff.ResetAfter = -1 },
	} {
		bad := minimal(t, "normal")
		spoil(&bad)
		wantRefusal(t, mcpbridge.Config{Servers: []mcpbridge.ServerConfig{bad}}, want)
	}
	good := minimal(t, "normal")
	wantRefusal(t, mcpbridge.Config{Servers: []mcpbridge.ServerConfig{good, good}}, `server "a": the name is not unique`)
	wantRefusal(t, mcpbridge.Config{SettleTimeout: -1}, "SettleTimeout ")
}

func wantRefusal(t *testing.T, cfg mcpbridge.Config, want string) {
	t.Helper()
	b, err := mcpbridge.Open(t.Context(), cfg)
	if err == nil {
		_ = b.Close(t.Context())
	}
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error = %v, want one that contains %s", err, want)
	}
}
