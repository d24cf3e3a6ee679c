package app_test

import (
	"context"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/coderef-system/coderefd/client"
	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/app/apptest"
	"github.com/coderef-system/coderefd/internal/config"
)

func TestMain(m *testing.M) {
	apptest.ChildMain()
	goleak.VerifyTestMain(m)
}

// start serves one scripted server named "scripted".
func start(t *testing.T, change ...func(*config.Config)) (*app.App, *client.Client, func() error) {
	t.Helper()
	cfg := apptest.Config(apptest.Server(t, "scripted"))
	for _, f := range change {
		f(cfg)
	}
	a, stop := apptest.Start(t, cfg)
	return a, dial(t, a.Addr()), stop
}

func dial(t *testing.T, addr string) *client.Client {
	t.Helper()
	c, err := client.Dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("close the client: %v", err)
		}
	})
	return c
}

// patient returns a context that bounds a test which would otherwise hang.
func patient(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Patience)
	t.Cleanup(cancel)
	return ctx
}

// descriptors returns the number of open file descriptors of this process.
func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}
