package jsonrpc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestScanGrammar: the scanner accepts JSON values and nothing else.
func TestScanGrammar(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		good []string
		bad  []string
	}{
		{
			name: "literals", good: []string{`true`, `false`, `null`},
			bad: []string{`tru`, `falsE`, `nul`, `truex`, `True`, ``},
		},
		{
			name: "numbers", good: []string{`0`, `-0`, `10`, `1.5`, `1e5`, `1E+5`, `-1.25e-7`},
			bad: []string{`-`, `01`, `-01`, `+1`, `.5`, `1.`, `1.e5`, `1e`, `1e+`, `0x1`, `1_000`, `NaN`},
		},
		{
			name: "strings", good: []string{`""`, `"\"\\\/\b\f\n\r\t"`, `"\u00E9\uD83D\uDE00"`, `"é"`, `"\\"`, `"a\\\"b"`},
			bad: []string{`"`, `"a`, `"\`, `"\"`, `"\x"`, `"\u12"`, `"\u12g4"`, `"\u123`, `'a'`, `"\\\"`},
		},
		{
			name: "arrays", good: []string{`[]`, `[ ]`, `[1]`, `[1 , [2,[]]]`},
			bad: []string{`[`, `[1`, `[1,`, `[1,]`, `[,1]`, `[1 2]`, `[1}`, `]`, `[[]`},
		},
		{
			name: "objects", good: []string{`{}`, `{ }`, `{"":1}`, `{"a" : {"b":[{}]} , "a":2}`},
			bad: []string{
				`{`, `{"a`, `{"a"`, `{"a" 1}`, `{"a":`, `{"a":}`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{"a":1 "b":2}`, `{a:1}`,
				`{1:2}`, `{"a":1]`, `{"\x":1}`,
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for want, list := range map[bool][]string{true: tt.good, false: tt.bad} {
				for _, text := range list {
					s := scanner{maxDepth: 8}
					// The text is also tested within an array and an object, so that bytes
					// follow it where it was cut.
					for _, form := range []string{"%s", "[%s]", `[0,%s,0]`, `{"k":%s}`} {
						data := fmt.Appendf(nil, form, text)
						got := s.value(data, 0) == len(data)
						if json.Valid(data) != got || form == "%s" && got != want {
							t.Errorf("%s: got valid %t, want %t", data, got, json.Valid(data))
						}
					}
				}
			}
		})
	}
}

// TestDeepMessagesLeaveNoMemory: the memory for one very deep message is released, and the
// depth is reported once.
func TestDeepMessagesLeaveNoMemory(t *testing.T) {
	t.Parallel()
	s := scanner{maxDepth: 8}
	var env envelope
	deep := []byte(`{"id":1,"result":` + strings.Repeat("[", 2*keptDepth) + strings.Repeat("]", 2*keptDepth) + `}`)
	if end, err := s.envelope(deep, 0, &env); err != nil || end != len(deep) || !env.tooDeep {
		t.Errorf("got end %d, error %v, too deep %t, want %d, none, true", end, err, env.tooDeep, len(deep))
	}
	if s.forget(); s.open != nil {
		t.Errorf("got memory for %d levels, want none", cap(s.open))
	}
	flat := []byte(`{"id":1,"result":{}}`)
	if _, err := s.envelope(flat, 0, &env); err != nil || env.tooDeep {
		t.Errorf("the next message: got error %v, too deep %t, want none, false", err, env.tooDeep)
	}
	if s.forget(); s.open == nil {
		t.Error("forget after a flat message: got its memory released, want it kept")
	}
}

// FuzzMembers compares Members with encoding/json.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{
		`{}`, ` { "a" : 1 } `, `{"a":[1,{"b":"}"}],"a":null}`, `{"a":1}{`, `{"a":1},`, `[]`, `7`, ``,
		`{"\u0061":"\ud800"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		type member struct{ name, value string }
		var got []member
		ok := Members(data, func(name, value []byte) { got = append(got, member{string(name), string(value)}) })
		if bytes.ContainsFunc(data, func(r rune) bool { return r < ' ' || r == utf8.RuneError }) {
			return // the scanner passes these through
		}
		var object map[string]json.RawMessage
		if want := json.Unmarshal(data, &object) == nil && object != nil; ok != want {
			t.Fatalf("%q: got one object %t, want %t", data, ok, want)
		}
		if !ok {
			return
		}
		names := map[string]bool{}
		for _, m := range got {
			name := ""
			if err := json.Unmarshal([]byte(`"`+m.name+`"`), &name); err != nil {
				t.Fatalf("%q: got the name %s, want a JSON string: %v", data, m.name, err)
			}
			names[name] = true
			if !json.Valid([]byte(m.value)) {
				t.Errorf("%q: got the value %s of %s, want JSON", data, m.value, m.name)
			}
		}
		if len(names) != len(object) {
			t.Errorf("%q: got members %v, want %d of them", data, got, len(object))
		}
		// encoding/json keeps the last of duplicate members.
		if n := len(got); n > 0 {
			var last string
			_ = json.Unmarshal([]byte(`"`+got[n-1].name+`"`), &last)
			if want := string(object[last]); got[n-1].value != want {
				t.Errorf("%q: got last value %s, want %s", data, got[n-1].value, want)
			}
		}
	})
}

// FuzzParseID: only the ids that a Conn assigns are accepted, each in one form.
func FuzzParseID(f *testing.F) {
	for _, seed := range []string{
		"1", "0", "01", "-1", "1.0", "1e0", `"1"`, "999999999999999999", "1000000000000000000", "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, token []byte) {
		id, ok := parseID(token)
		if ok && (id <= 0 || strconv.FormatInt(id, 10) != string(token)) {
			t.Errorf("parseID(%q) = %d, want a positive number, written as the token", token, id)
		}
		want, err := strconv.ParseInt(string(token), 10, 64)
		assigned := err == nil && want > 0 && want < 1e18 && strconv.FormatInt(want, 10) == string(token)
		if ok != assigned {
			t.Errorf("%q: got an id %t, want %t", token, ok, assigned)
		}
	})
}

// FuzzSalvageID: from a response that is cut anywhere, the id is read as it is or not at
// all, regardless of the contents of the result.
func FuzzSalvageID(f *testing.F) {
	for _, text := range []string{
		"", `x","id":5}`, `"},"id":5,"jsonrpc":"2.0"}`, `\`, `{"id":5}`, `,"id":5}`, `"method":"m"`,
	} {
		for form := range uint8(4) {
			f.Add(text, form, uint16(20), uint16(30))
		}
	}
	f.Fuzz(func(t *testing.T, text string, form uint8, headLen, tailLen uint16) {
		quoted, err := json.Marshal(text)
		if err != nil {
			return
		}
		const id = 17
		line := fmt.Sprintf([]string{
			`{"jsonrpc":"2.0","id":17,"result":{"a":%s}}`, `{"jsonrpc":"2.0","result":{"a":%s},"id":17}`,
			`{"result":{"a":%s},"id":17,"jsonrpc":"2.0"}`,
			`{"result":{"id":5,"a":%s,"id":5}, "jsonrpc" : "2.0" , "id" : 17 } `,
		}[form%4], quoted)
		head := line[:min(int(headLen), len(line))]
		tail := line[max(0, len(line)-int(tailLen)):]
		if got, ok := salvageID([]byte(head), []byte(tail)); ok && got != id {
			t.Errorf("%s cut to %q and %q: got id %d, want %d or none", line, head, tail, got, id)
		}
		if got, ok := salvageID([]byte(line), []byte(line)); !ok || got != id {
			t.Errorf("%s: got %d, %t, want %d", line, got, ok, id)
		}
	})
}
