package jsonrpc

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestEnvelope(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in                string
		id, result              string
		bad, duplicate, tooDeep bool
		rest                    string
	}{
		{name: "plain", in: `{"jsonrpc":"2.0","id":7,"result":{"a":[1,{"b":"}"}]}}`, id: "7", result: `{"a":[1,{"b":"}"}]}`},
		{name: "spaces", in: ` { "id" : 7 , "result" : { } } `, id: "7", result: "{ }"},
		{name: "id last", in: `{"result":{"s":"a\"b\\"},"id":12}`, id: "12", result: `{"s":"a\"b\\"}`},
		{name: "empty", in: `{}`},
		{name: "two", in: `{"id":1}{"id":2}`, id: "1", rest: `{"id":2}`},
		{name: "duplicate id", in: `{"id":1,"id":2}`, id: "2", duplicate: true},
		{name: "deep", in: `{"result":[[[[[]]]]],"id":3}`, id: "3", result: `[[[[[]]]]]`, tooDeep: true},
		{name: "not an object", in: `7`, bad: true},
		{name: "cut", in: `{"id":1,"result":{"a":"`, bad: true},
		{name: "comma", in: `{"id":1,}`, bad: true},
		{name: "bad escape", in: `{"id":1,"result":"\x"}`, bad: true},
		{name: "bad number", in: `{"id":01}`, bad: true},
		{name: "mixed brackets", in: `{"result":[1}}`, bad: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var env envelope
			s := scanner{maxDepth: 4}
			data := []byte(tt.in)
			end, err := s.envelope(data, space(data, 0), &env)
			if (err != nil) != tt.bad {
				t.Fatalf("got error %v, want an error: %t", err, tt.bad)
			}
			if tt.bad {
				return
			}
			if string(env.id) != tt.id || string(env.result) != tt.result ||
				env.duplicate != tt.duplicate || env.tooDeep != tt.tooDeep {
				t.Errorf("got id %s, result %s, duplicate %t, too deep %t, want %+v",
					env.id, env.result, env.duplicate, env.tooDeep, tt)
			}
			if got := strings.TrimSpace(tt.in[end:]); got != tt.rest {
				t.Errorf("got rest %q, want %q", got, tt.rest)
			}
		})
	}
}

func TestParseID(t *testing.T) {
	t.Parallel()
	for token, want := range map[string]int64{
		"1": 1, "120": 120, "999999999999999999": 999999999999999999,
		"": 0, "0": 0, "01": 0, "-1": 0, "1.0": 0, "1e1": 0, `"1"`: 0, "null": 0, "9999999999999999999": 0,
	} {
		if got, ok := parseID([]byte(token)); got != want || ok != (want != 0) {
			t.Errorf("parseID(%s): got %d, %t, want %d", token, got, ok, want)
		}
	}
}

func TestSalvageID(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, head, tail string
		want             int64
	}{
		{"first", `{"jsonrpc":"2.0","id":7,"result":{"a":"xxx`, `xxx"}}`, 7},
		{"last", `{"result":{"a":"xxx`, `xxx"},"id":8}`, 8},
		{"before the version", `{"result":{"a":"xxx`, `xxx"}, "id": 8 , "jsonrpc":"2.0"} `, 8},
		{"inside the result", `{"result":{"id":5,"a":"xxx`, `xxx","id":5}}`, 0},
		{"inside a string", `{"result":"xxx`, `,\"id\":5}"}`, 0},
		{"cut number", `{"jsonrpc":"2.0","id":7`, `7,"result":{}}`, 0},
		{"noise", `yyyyy`, `yyyyy`, 0},
		{"a request", `{"jsonrpc":"2.0","id":7,"method":"roots/list","params":{"a":"xxx`, `xxx"}}`, 0},
		{"a request, id last", `{"jsonrpc":"2.0","method":"roots/list","params":{"a":"xxx`, `xxx"},"id":7}`, 0},
		{"a request, method cut", `{"jsonrpc":"2.0","id":7,"method":"xxx`, `xxx"}`, 0},
		{"a request, params first", `{"params":{"a":"xxx`, `xxx"},"method":"roots/list","id":7}`, 0},
	}
	for _, tt := range tests {
		if got, ok := salvageID([]byte(tt.head), []byte(tt.tail)); got != tt.want || ok != (tt.want != 0) {
			t.Errorf("%s: got %d, %t, want %d", tt.name, got, ok, tt.want)
		}
	}
}

// FuzzScan compares the scanner with encoding/json, which differs only in that it rejects
// control characters in strings.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-0.5e+3,true,null,"x\u00e9\n"]}`, `[[],{}]`, `"\ud800"`, `{"a":}`, `[1,]`, `01`, `-`, `"\`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := scanner{maxDepth: 8}
		i := space(data, 0)
		end := s.value(data, i)
		got := end >= 0 && space(data, end) == len(data)
		want := json.Valid(data)
		control := bytes.ContainsFunc(data, func(r rune) bool { return r < ' ' })
		if got != want && (!got || !control) {
			t.Errorf("got valid %t, want %t as encoding/json", got, want)
		}
		if len(s.open) != 0 {
			t.Errorf("got the stack of the scanner %v, want it empty", s.open)
		}
	})
}

func BenchmarkEnvelope(b *testing.B) {
	for name, n := range map[string]int{"64B": 64, "10KiB": 10 << 10, "1MiB": 1 << 20} {
		data := []byte(`{"jsonrpc":"2.0","id":123,"result":{"content":[{"type":"text","text":"` + strings.Repeat("x", n) + `"}]}}`)
		b.Run(name, func(b *testing.B) {
			s := scanner{maxDepth: 128}
			var env envelope
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.envelope(data, 0, &env); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
