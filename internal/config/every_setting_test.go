package config_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/coderef-system/coderefd/internal/config"
)

// everySetting changes every setting from its default.
const everySetting = `
listen: unix:///run/coderefd.sock
admin_listen: ""
insecure: true
shutdown_grace: 11s
startup_wait: 12s
log: {level: debug, format: json}
deadlines: {default: 10s, max: 1m, reserve: 51ms, floor: 11ms}
retry: {max_attempts: 5, backoff: 1s, budget: {tokens: 7, ratio: 0.5}}
codeintel: {enabled: false, command: /bin/mcp, args: [a]}
servers:
  one:
    command: /opt/one
    args: [a]
    env: {TOKEN: secret}
    inherit_env: [AWS_*]
    cwd: /tmp
    sharing: per_call
    max_in_flight: 7
    max_queue: 9
    trust_annotations: true
    retry_on_text: true
    protocol_version: "2025-11-25"
    ping_failures: 2
    timeout: 5s
    max_timeout: 2m
    max_attempts: 1
    backoff: 10ms
    timeouts: {start: 1s, probe: 201ms, stop_grace: 3s, idle: 3s, ping_interval: 4s, write_stall: 6s}
    restart: {initial: 1s, max: 2s, multiplier: 3, jitter: 0.1, budget: 9, window: 4s, parked_retry: 5s,
      reset_after: 6s}
    tools:
      write: {repeatable: false, timeout: 1m, max_timeout: 3m, max_attempts: 2, backoff: 11ms}
  two: {command: two, sharing: shared, processes: 4}
`

// A new field fails here until a key of everySetting sets it, which needs a reader, and until
// WriteYAML writes that key.
func TestEverySettingIsReadAndShown(t *testing.T) {
	cfg, err := config.Load(config.Inputs{File: write(t, "c.yaml", everySetting)})
	if err != nil {
		t.Fatal(err)
	}
	unchanged := map[string]bool{}
	compareFields(unchanged, "Config", reflect.ValueOf(*cfg), reflect.ValueOf(*config.Default()))
	for field, same := range unchanged {
		if same && field != "Config.Notices" { // a result of loading
			t.Errorf("%s: got its default, want a key in everySetting that changes it", field)
		}
	}

	var shown bytes.Buffer
	if err := cfg.WriteYAML(&shown); err != nil {
		t.Fatal(err)
	}
	again, err := config.Load(config.Inputs{File: write(t, "shown.yaml", shown.String())})
	if err != nil {
		t.Fatalf("Load of the shown configuration: got error %v, want none:\n%s", err, &shown)
	}
	cfg.Server("one").Env["TOKEN"] = again.Server("one").Env["TOKEN"] // masked
	if diff := cmp.Diff(cfg, again, cmpopts.IgnoreUnexported(config.Config{}), cmpopts.EquateEmpty(),
		cmpopts.IgnoreFields(config.Config{}, "Notices")); diff != "" {
		t.Errorf("shown and read again (-want +got):\n%s\n%s", diff, &shown)
	}
}

// compareFields records for each exported field whether it is equal in got and normal. A field of
// several servers or tools is unchanged if it is equal in all of them.
func compareFields(unchanged map[string]bool, path string, got, normal reflect.Value) {
	switch {
	case got.Kind() == reflect.Struct:
		for i := range got.NumField() {
			if f := got.Type().Field(i); f.IsExported() {
				compareFields(unchanged, path+"."+f.Name, got.Field(i), normal.Field(i))
			}
		}
	case got.Type() == reflect.TypeFor[[]config.Server]():
		for i := range got.Len() {
			s := reflect.ValueOf(config.DefaultServer(""))
			compareFields(unchanged, path, got.Index(i), s)
		}
	case got.Type() == reflect.TypeFor[map[string]config.Tool]():
		for _, tool := range got.Seq2() {
			compareFields(unchanged, path, tool, reflect.ValueOf(config.Tool{}))
		}
	default:
		same := reflect.DeepEqual(got.Interface(), normal.Interface())
		before, seen := unchanged[path]
		unchanged[path] = same && (before || !seen)
	}
}
