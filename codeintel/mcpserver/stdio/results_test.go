package stdio

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// TestWritesKeptResultOnce checks that the transport writes the kept result once for its ticket, and any
// other result unchanged.
func TestWritesKeptResultOnce(t *testing.T) {
	results := &Results{}
	ticket, err := results.Hold([]byte(`{"a":`), []byte(`"1"}`))
	if err != nil {
		t.Fatal(err)
	}
	id, err := jsonrpc.MakeID(`x"y`)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	c := &conn{out: &out, results: results, open: map[jsonrpc.ID]bool{}}
	c.responded = sync.NewCond(&c.mu)
	for _, result := range []string{string(ticket), `{"b":2}`, string(ticket), `"3"`} {
		if err := c.Write(context.Background(), &jsonrpc.Response{ID: id, Result: []byte(result)}); err != nil {
			t.Fatal(err)
		}
	}
	want := ""
	for _, result := range []string{`{"a":"1"}`, `{"b":2}`, string(ticket), `"3"`} {
		want += `{"jsonrpc":"2.0","id":"x\"y","result":` + result + "}\n"
	}
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(results.held) > 0 {
		t.Errorf("got %d kept results after writing, want 0", len(results.held))
	}
}

// TestWritesNumberUnchangedWithoutResults checks that a nil Results takes no number for a ticket.
func TestWritesNumberUnchangedWithoutResults(t *testing.T) {
	var none *Results
	if got := none.take([]byte("1")); len(got) != 1 || string(got[0]) != "1" {
		t.Errorf("got %q, want 1", got)
	}
}
