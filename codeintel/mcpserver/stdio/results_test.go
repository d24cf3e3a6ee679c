package stdio

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// A ticket is written as what it stands for, once; every other result as it is.
func TestResults(t *testing.T) {
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
	c.answered = sync.NewCond(&c.mu)
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
		t.Errorf("written:\n%swant:\n%s", got, want)
	}
	if len(results.held) > 0 {
		t.Error("a result is held that was written")
	}
}

// Without results to look in, a number is a number.
func TestNoResults(t *testing.T) {
	var none *Results
	if got := none.take([]byte("1")); len(got) != 1 || string(got[0]) != "1" {
		t.Errorf("taken: %q", got)
	}
}
