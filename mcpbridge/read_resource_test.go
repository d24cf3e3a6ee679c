package mcpbridge_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
)

func TestReadIsExact(t *testing.T) {
	b := open(t, offering(t, "one", "resources", uris("res:blob")))
	got := read(t, b, "", "res:blob")
	want := `{"contents":[{"uri":"res:blob","mimeType":"application/octet-stream","blob":"AAEC\/w=="}]}`
	if string(got.Raw) != want || got.Server != "one" || got.ProtocolVersion != "2025-11-25" || got.IsError {
		t.Errorf(
			"ReadResource(res:blob) = %+v, contents %s, want %s of server one, protocol version 2025-11-25",
			got, got.Raw, want,
		)
	}
	if params := read(t, b, "one", "res:params"); !bytes.Contains(params.Raw, []byte(`"text":"{\"uri\":\"res:params\"}"`)) {
		t.Errorf("the server got the parameters %s, want only the URI res:params", params.Raw)
	}
}

func TestReadBig(t *testing.T) {
	cfg := offering(t, "one", "resources", uris("res:big"))
	cfg.MaxLineBytes = 64 << 20
	got := read(t, open(t, cfg), "", "res:big")
	want := `{"contents":[{"uri":"res:big","blob":"` + base64.StdEncoding.EncodeToString(faultchild.Big()) + `"}]}`
	if string(got.Raw) != want {
		t.Errorf("%d bytes, want %d", len(got.Raw), len(want))
	}
}

// A failing read affects no other read.
func TestReadFails(t *testing.T) {
	for mode, tests := range map[string]map[string]mcpbridge.Kind{
		"resources": {
			"res:big": mcpbridge.KindResponseTooLarge, "res:none": mcpbridge.KindResourceNotFound,
			"res:invalid": mcpbridge.KindRPC, "res:input": -1,
		},
		"modern+resources": {
			"res:none": mcpbridge.KindResourceNotFound, "res:invalid": mcpbridge.KindRPC, "res:input": mcpbridge.KindProtocol,
		},
	} {
		t.Run(mode, func(t *testing.T) {
			b := open(t, offering(t, "one", mode, faultchild.Offer{Templates: []string{"res:{x}"}}))
			for uri, want := range tests {
				_, err := b.ReadResource(patient(t), mcpbridge.Read{Server: "one", URI: uri})
				if want < 0 {
					if err != nil {
						t.Errorf("ReadResource(%s): got error %v, want none", uri, err)
					}
					continue
				}
				failure := asError(t, err)
				if failure.Kind != want || failure.Server != "one" || failure.URI != uri || failure.Stage != mcpbridge.StageChild ||
					!failure.Written || !failure.Repeatable || failure.SafeToRetry() {
					t.Errorf(
						"ReadResource(%s): got %s, want %v at stage server of server one, written, repeatable, not safe to retry",
						uri, describe(failure), want,
					)
				}
			}
			read(t, b, "one", "res:a")
			if status, err := b.Server("one"); err != nil || status.Counters.Exits != 0 {
				t.Errorf("Server(one): got counters %+v, error %v, want no exits", status.Counters, err)
			}
		})
	}
}

// The code -32602 means "resource not found" if the server lists neither the
// URI nor a template that matches it.
func TestInvalidParamsForWhatIsNotOffered(t *testing.T) {
	b := open(t, offering(t, "one", "resources", uris("res:a")))
	listed(t, b, "")
	failure := readError(t, b, "one", "res:invalid")
	if failure.Kind != mcpbridge.KindResourceNotFound || failure.RPC == nil || failure.RPC.Code != -32602 {
		t.Errorf("ReadResource(res:invalid): got %s, want resource not found with RPC code -32602", describe(failure))
	}
}

// A read during which the server exits may be repeated.
func TestReadOfAServerThatEnds(t *testing.T) {
	b := open(t, offering(t, "one", "resources", uris("res:exit")))
	failure := readError(t, b, "", "res:exit")
	if failure.Kind != mcpbridge.KindServerExited || !failure.Written || !failure.Repeatable || !failure.SafeToRetry() {
		t.Errorf(
			`ReadResource(res:exit): got %s, want "server exited", written, repeatable, safe to retry`,
			describe(failure),
		)
	}
}

func TestReadIsCancelled(t *testing.T) {
	b := open(t, offering(t, "one", "resources", uris("res:hang")))
	listed(t, b, "")
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err := b.ReadResource(ctx, mcpbridge.Read{URI: "res:hang"})
	if failure := asError(t, err); failure.Kind != mcpbridge.KindDeadlineExceeded ||
		failure.Stage != mcpbridge.StageChild {
		t.Errorf("ReadResource(res:hang): got %s, want deadline exceeded at stage server", describe(err))
	}
	result := call(t, b, "one", "cancelled", `{}`)
	if !bytes.Contains(result.Raw, []byte("deadline exceeded")) {
		t.Errorf(`the server got the cancellations %s, want one because of "deadline exceeded"`, result.Raw)
	}
}

// Reads use the same processes as calls, for each value of Sharing.
func TestReadBySharing(t *testing.T) {
	for _, sharing := range []mcpbridge.Sharing{
		mcpbridge.SharingShared, mcpbridge.SharingPerPrincipal, mcpbridge.SharingPerCall,
	} {
		t.Run(string(sharing), func(t *testing.T) {
			cfg := offering(t, "one", "resources", faultchild.Offer{URIs: []string{"res:a"}, Templates: []string{"t:{x}"}})
			cfg.Sharing = sharing
			b := open(t, cfg)
			resources, templates := listed(t, b, "")
			same(t, "resources", resources, []string{"one res:a"})
			same(t, "templates", templates, []string{"one t:{x}"})
			read(t, b, "", "res:a")
			read(t, b, "", "t:1")
			if status, err := b.Server("one"); err != nil || status.Counters.Calls != 2 {
				t.Errorf("Server(one): got counters %+v, error %v, want 2 calls", status.Counters, err)
			}
		})
	}
}

// Reads and calls wait in the same queue.
func TestReadQueues(t *testing.T) {
	cfg := offering(t, "one", "resources", uris("res:a"))
	cfg.MaxInFlight, cfg.MaxQueue = 1, mcpbridge.NoQueue
	b := open(t, cfg)
	listed(t, b, "")
	ctx, cancel := context.WithCancel(context.Background())
	held := make(chan error, 1)
	go func() {
		_, err := b.ReadResource(ctx, mcpbridge.Read{Server: "one", URI: "res:hang"})
		held <- err
	}()
	poll(t, "the state busy", func() bool { return b.Servers()[0].State == mcpbridge.StateBusy })
	failure := readError(t, b, "", "res:a")
	if failure.Kind != mcpbridge.KindOverloaded || failure.Stage != mcpbridge.StageQueue || !failure.SafeToRetry() {
		t.Errorf(
			`read beyond the queue: got %s, want "too many calls are waiting" at stage queue, safe to retry`,
			describe(failure),
		)
	}
	cancel()
	if err := <-held; asError(t, err).Kind != mcpbridge.KindCanceled {
		t.Errorf("held read after its caller left: got %s, want canceled", describe(err))
	}
}
