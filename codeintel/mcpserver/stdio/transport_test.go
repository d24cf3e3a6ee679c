package stdio

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// TestRejectsDuplicateID checks that a second request with the id of an open request does not
// reach the session.
func TestRejectsDuplicateID(t *testing.T) {
	c := &conn{out: io.Discard, open: map[jsonrpc.ID]bool{}}
	msgs, _ := decode([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if first, second := c.admit(msgs[0]), c.admit(msgs[0]); !first || second {
		t.Errorf("got admitted %v, then %v, want true, then false", first, second)
	}
}

func TestReadLineSkipsLongLines(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader("short\n"+strings.Repeat("x", 100)+"\nnext\nlast"), 16)
	var got []string
	for {
		line, err := readLine(r, 50)
		switch {
		case errors.Is(err, errLineTooLong):
			got = append(got, "too long")
			continue
		case errors.Is(err, io.EOF):
			if diff := cmp.Diff([]string{"short\n", "too long", "next\n", "last"}, got); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
			return
		case err != nil:
			t.Fatal(err)
		}
		got = append(got, string(line))
	}
}

// FuzzDecode checks that a line that is not empty leads to a message or an error.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `[{}]`, `[`,
		`{"jsonrpc":"2.0","id":null}`, ` `, `"x"`, `[[]]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		msgs, bad := decode(line)
		if len(bytes.TrimSpace(line)) > 0 && len(msgs)+len(bad) == 0 {
			t.Errorf("%q: got neither a message nor an error, want one", line)
		}
		for _, m := range msgs {
			if _, err := jsonrpc.EncodeMessage(m); err != nil {
				t.Errorf("%q: got error %v from encoding the message again, want none", line, err)
			}
		}
		for _, b := range bad {
			if b.id != nil && !json.Valid(b.id) {
				t.Errorf("%q: got id %q in the error, want valid JSON", line, b.id)
			}
		}
	})
}

// TestSubscriptionDoesNotDelayEnd checks that the end of input does not wait for a
// subscription, which has no response while the session lasts.
func TestSubscriptionDoesNotDelayEnd(t *testing.T) {
	c := &conn{out: io.Discard, open: map[jsonrpc.ID]bool{}}
	listen, _ := decode([]byte(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}}`))
	list, _ := decode([]byte(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`))
	c.admit(listen[0])
	if c.owesResponses() {
		t.Error("an open subscription: the end of input waits, want no wait")
	}
	c.admit(list[0])
	if !c.owesResponses() {
		t.Error("an open request: the end of input does not wait, want a wait")
	}
}
