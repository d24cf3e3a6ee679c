package mcpbridge_test

import (
	"context"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
)

// TestTemplateOfAServerWithoutList: the error for a template names the problem of the
// server whose list failed. If the request names no server, another server may have the
// template.
func TestTemplateOfAServerWithoutList(t *testing.T) {
	t.Parallel()
	b := open(t,
		offering(t, "failing", "resources+fail", faultchild.Offer{Templates: []string{"t:{x}"}}),
		faulty(t, "none", "normal"),
		offering(t, "good", "resources", faultchild.Offer{Templates: []string{"u:{x}"}}),
	)
	for _, tt := range []struct {
		name, server, template string
		want                   mcpbridge.Kind // -1: none
		wantServer             string
	}{
		{"of another server", "", "u:{x}", -1, "good"},
		{"list failed", "failing", "t:{x}", mcpbridge.KindRPC, "failing"},
		{"no resources at all", "none", "t:{x}", mcpbridge.KindTemplateNotFound, "none"},
		{"not among its templates", "good", "t:{x}", mcpbridge.KindTemplateNotFound, "good"},
		{"of no server", "", "t:{x}", mcpbridge.KindTemplateNotFound, ""},
		{"empty", "good", "", mcpbridge.KindTemplateNotFound, "good"},
		{"of an unknown server", "nowhere", "u:{x}", mcpbridge.KindServerNotFound, "nowhere"},
	} {
		template, err := b.ResourceTemplate(patient(t), tt.server, tt.template)
		if kindOf(err) != tt.want {
			t.Errorf("%s: got error %v, want kind %d", tt.name, err, tt.want)
			continue
		}
		got := ""
		if err != nil {
			got = asError(t, err).Server
		} else {
			got = template.Server
		}
		if got != tt.wantServer {
			t.Errorf("%s: got server %q, want %q", tt.name, got, tt.wantServer)
		}
	}
}

// watched is a context that signals when an operation waits for its end.
type watched struct {
	context.Context
	once *sync.Once
	wait chan struct{}
}

func (w watched) Done() <-chan struct{} {
	w.once.Do(func() { close(w.wait) })
	return w.Context.Done()
}

// inBackground starts the operations that need a server, and returns when all of them are
// waiting. The function wait returns the error of each operation, by the name of the
// operation.
func inBackground(t *testing.T, b *mcpbridge.Bridge, server string) (wait func() map[string]error) {
	t.Helper()
	type ended struct {
		name string
		err  error
	}
	results := make(chan ended, len(operations()))
	waiting := 0
	for _, op := range operations() {
		if op.status {
			continue
		}
		waiting++
		ctx := watched{patient(t), new(sync.Once), make(chan struct{})}
		go func() { results <- ended{op.name, op.do(ctx, b, server)} }()
		<-ctx.wait
	}
	return func() map[string]error {
		errs := map[string]error{}
		for range waiting {
			r := <-results
			errs[r.name] = r.err
		}
		return errs
	}
}

// TestOperationsWaitForTheFirstStart: an operation that names a starting server waits for
// it until its context ends. A list that waited in vain reports the server as unavailable.
func TestOperationsWaitForTheFirstStart(t *testing.T) {
	t.Parallel()
	gate := tempFile(t)
	b := open(t, faulty(t, "slow", "await", gate))
	expired, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	<-expired.Done()
	for _, op := range operations() {
		err := op.do(expired, b, "slow")
		if op.status || op.name == "Catalog" || op.name == "ResourceCatalog" {
			if err != nil {
				t.Errorf("%s: got error %v, want none", op.name, err)
			}
			continue
		}
		failure := asError(t, err)
		if failure.Kind != mcpbridge.KindDeadlineExceeded || failure.Server != "slow" || failure.Written {
			t.Errorf("%s: got %v, want kind %v of server slow", op.name, failure, mcpbridge.KindDeadlineExceeded)
		}
	}
	catalog, err := b.Catalog(expired, "")
	if err != nil || len(catalog.Unavailable) != 1 || catalog.Unavailable[0].State != mcpbridge.StateStarting {
		t.Errorf("got %+v, error %v, want one server that is starting", catalog, err)
	}
	wait := inBackground(t, b, "slow")
	if err := os.WriteFile(gate, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, err := range wait() {
		want := mcpbridge.Kind(-1)
		switch name { // the server has no resources
		case "ReadResource":
			want = mcpbridge.KindResourceNotFound
		case "ResourceTemplate":
			want = mcpbridge.KindTemplateNotFound
		}
		if kindOf(err) != want {
			t.Errorf("%s: got error %v, want kind %d", name, err, want)
		}
	}
}

// TestCloseEndsTheWaitForAStart: every operation that waits for a first start fails with
// KindClosed when the bridge closes.
func TestCloseEndsTheWaitForAStart(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "slow", "hang-init"))
	poll(t, "1 instance", func() bool { return len(b.Servers()[0].Instances) == 1 })
	wait := inBackground(t, b, "slow")
	if err := b.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, err := range wait() {
		if kindOf(err) != mcpbridge.KindClosed {
			t.Errorf("%s: got error %v, want kind %v", name, err, mcpbridge.KindClosed)
		}
	}
}
