package app

import (
	"log/slog"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// A jitter of zero is not replaced by the bridge's default.
func TestChildConfigJitter(t *testing.T) {
	for jitter, want := range map[float64]float64{0: mcpbridge.NoJitter, 0.5: 0.5} {
		s := config.DefaultServer("a")
		s.Restart.Jitter = jitter
		if got := childConfig(&s, nil).Backoff.Jitter; got != want {
			t.Errorf("jitter %v is passed to the bridge as %v, want %v", jitter, got, want)
		}
	}
}

// Without an environment of this process, child processes do not get the bridge's default.
func TestChildConfigEnv(t *testing.T) {
	s := config.DefaultServer("a")
	if got := childConfig(&s, nil).Env; got == nil || len(got) != 0 {
		t.Errorf("environment = %#v, want an empty list that is not nil", got)
	}
}

// A new field of a server fails here until childConfig passes it to the bridge. The limits of
// calls are exempt: interceptors enforce them.
func TestEveryServerSettingReachesTheBridge(t *testing.T) {
	server, environ := config.DefaultServer("a"), []string{"NAME=value"}
	base := childConfig(&server, environ)
	each(reflect.ValueOf(&server).Elem(), "Server", func(field string, v reflect.Value) {
		old := reflect.ValueOf(v.Interface())
		change(t, field, v)
		if cmp.Equal(base, childConfig(&server, environ)) {
			t.Errorf("childConfig with another %s: got the same configuration of the bridge, want another", field)
		}
		v.Set(old)
	})
}

// An interceptor whose setting is not passed on would not be active.
func TestEveryFieldOfTheChainIsSet(t *testing.T) {
	chain, err := chainConfig(config.Default(), slog.New(slog.DiscardHandler), &policies{})
	if err != nil {
		t.Fatal(err)
	}
	fields := reflect.ValueOf(chain)
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Name
		if name == "ErrorDomain" { // the default is the domain of this service
			continue
		}
		if fields.Field(i).IsZero() {
			t.Errorf("interceptors.Config.%s: got its zero value, want it set", name)
		}
	}
}

// each calls f for each field without fields of its own, except limits of calls.
func each(v reflect.Value, path string, f func(field string, v reflect.Value)) {
	switch {
	case v.Type() == reflect.TypeFor[config.Call]():
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			each(v.Field(i), path+"."+v.Type().Field(i).Name, f)
		}
	default:
		f(path, v)
	}
}

// change sets v to another valid value.
func change(t *testing.T, field string, v reflect.Value) {
	t.Helper()
	yes := true
	switch x := v.Addr().Interface().(type) {
	case *string:
		*x += "b"
	case *bool:
		*x = !*x
	case *int:
		*x++
	case *float64:
		*x /= 2
	case *time.Duration:
		*x++
	case *[]string:
		*x = append(*x, "NAME")
	case *map[string]string:
		*x = map[string]string{"NAME": "value"}
	case *map[string]config.Tool:
		*x = map[string]config.Tool{"tool": {Repeatable: &yes}}
	default:
		t.Fatalf("%s: the test cannot change a %s", field, v.Type())
	}
}
