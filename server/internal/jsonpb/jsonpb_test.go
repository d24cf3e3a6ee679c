package jsonpb_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/coderef-system/coderefd/server/internal/jsonpb"
)

const depth = 32

func TestParseStructLosses(t *testing.T) {
	tests := map[string]struct {
		raw   string
		want  string // protojson of the message
		paths []string
	}{
		"plain": {`{"a":[1,-2.5,true,null,"x",{}]}`, `{"a":[1,-2.5,true,null,"x",{}]}`, nil},
		"at 2^53": {
			raw:  `{"a":9007199254740992,"b":-9007199254740992}`,
			want: `{"a":9007199254740992,"b":-9007199254740992}`,
		},
		"above 2^53":     {`{"a":9007199254740993}`, `{"a":9007199254740992}`, []string{"/a"}},
		"far above":      {`{"a/b":[12345678901234567890]}`, `{"a/b":[12345678901234567000]}`, []string{"/a~1b/0"}},
		"rounded":        {`{"a":4503599627370497.3}`, `{"a":4503599627370497}`, []string{"/a"}},
		"many digits":    {`{"a":0.1000000000000000055511151231257827}`, `{"a":0.1}`, []string{"/a"}},
		"trailing zeros": {`{"a":0.10000000000000000000,"b":100e-2,"c":1.5E+3}`, `{"a":0.1,"b":1,"c":1500}`, nil},
		"shortest form": {
			raw:  `{"a":0.30000000000000004,"b":5e-324,"c":1.7976931348623157e-300}`,
			want: `{"a":0.30000000000000004,"b":5e-324,"c":1.7976931348623157e-300}`,
		},
		"below range":    {`{"a":1e-400,"b":0e-400,"c":-0.0e99999999999999999999}`, `{"a":0,"b":0,"c":-0}`, []string{"/a"}},
		"out of range":   {`{"a":1e999}`, `{"a":1.7976931348623157e308}`, []string{"/a"}},
		"duplicate key":  {`{"a":1,"a":2}`, `{"a":2}`, []string{"/a"}},
		"lone surrogate": {`{"a":"\ud800x"}`, `{"a":"\ufffdx"}`, []string{"/a"}},
		"true U+FFFD":    {`{"a":"\ufffd"}`, `{"a":"\ufffd"}`, nil},
		"invalid UTF-8":  {"{\"a\":\"\xff\"}", `{"a":"\ufffd"}`, []string{"/a"}},
		"escapes":        {`{"\u0061":"\u00e9\n\ud83d\ude00"}`, `{"a":"é\n😀"}`, nil},
		"too deep a part": {
			raw:   `{"a":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`,
			paths: []string{"/a" + strings.Repeat("/0", depth-1)},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			losses := new(jsonpb.Losses)
			got, err := jsonpb.ParseStruct([]byte(test.raw), depth, losses)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.paths, losses.Paths()); diff != "" {
				t.Errorf("losses (-want +got):\n%s", diff)
			}
			if test.want == "" {
				return
			}
			want := new(structpb.Struct)
			if err := protojson.Unmarshal([]byte(test.want), want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestLossesAreBounded(t *testing.T) {
	losses := new(jsonpb.Losses)
	if _, err := jsonpb.ParseStruct(
		[]byte(`{"a":[`+strings.Repeat("1e300,", 99)+`1e300]}`), depth, losses,
	); err != nil {
		t.Fatal(err)
	}
	if got := len(losses.Paths()); got != 32 {
		t.Errorf("got %d lossy paths, want 32", got)
	}
}

func TestAppendStructNumbers(t *testing.T) {
	for f, want := range map[float64]string{
		0: `0`, math.Copysign(0, -1): `-0`, 1: `1`, -7: `-7`, 1.5: `1.5`, 1e-7: `1e-07`, 1 << 52: `4503599627370496`,
		1<<53 - 1: `9007199254740991`, 1 << 53: "", -(1 << 53): "", 1e300: "", math.Inf(1): "", math.NaN(): "",
	} {
		s := &structpb.Struct{Fields: map[string]*structpb.Value{"n": structpb.NewNumberValue(f)}}
		got, err := jsonpb.AppendStruct(nil, s, depth)
		if want == "" {
			if err == nil {
				t.Errorf("AppendStruct of %v: got %s, want an error", f, got)
			}
			continue
		}
		if err != nil || string(got) != `{"n":`+want+`}` {
			t.Errorf(`AppendStruct of %v: got %s, error %v, want {"n":%s}`, f, got, err, want)
		}
	}
}

func FuzzCompact(f *testing.F) {
	for _, seed := range []string{
		`{}`, ` { "a" : [ 1.0e2 , "x \" \\" ] } `, `{"a":1,"a":2}`, `{"a":"\ud800"}`, "{\"\xff\":1}", `[`, ``,
		`{"e":-1E+5}`, `{"a":true} x`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := jsonpb.Compact(raw, depth)
		if err != nil {
			return
		}
		if strings.ContainsAny(string(got), "\n\r") {
			t.Fatalf("Compact(%q) = %q, want no line break", raw, got)
		}
		var before, after any
		if json.Unmarshal(raw, &before) != nil {
			return // encoding/json rejects numbers beyond the range of a double
		}
		if err := json.Unmarshal(got, &after); err != nil {
			t.Fatalf("Compact(%q) = %q, want JSON: %v", raw, got, err)
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Fatalf("Compact(%q) = %q, want the same value (-before +after):\n%s", raw, got, diff)
		}
		again, err := jsonpb.Compact(got, depth)
		if err != nil || string(again) != string(got) {
			t.Fatalf("Compact(%q) = %q, error %v, want it unchanged", got, again, err)
		}
	})
}

// Every Struct that is read from JSON is valid protobuf. If there are no losses, it converts back to the same
// JSON.
func FuzzRoundTrip(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"a":[1.5,-0,null,true,{"b":"é"}]}`, `{"a":9007199254740993}`, `{"a":1e400}`, `{"":{"":[]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		losses := new(jsonpb.Losses)
		s, err := jsonpb.ParseStruct(raw, depth, losses)
		if err != nil {
			return
		}
		wire, err := proto.Marshal(s)
		if err != nil {
			t.Fatalf("Marshal of %q: got error %v, want none", raw, err)
		}
		arrived := new(structpb.Struct)
		if err := proto.Unmarshal(wire, arrived); err != nil {
			t.Fatalf("Unmarshal of %q: got error %v, want none", raw, err)
		}
		line, err := jsonpb.AppendStruct(nil, arrived, depth)
		if err != nil {
			if len(losses.Paths()) == 0 && !strings.Contains(string(raw), "9007199254740992") {
				t.Fatalf("AppendStruct of %q, which is lossless: got error %v, want none", raw, err)
			}
			return
		}
		if _, err := jsonpb.Compact(line, depth); err != nil {
			t.Fatalf("Compact(%q), written from %q: got error %v, want none", line, raw, err)
		}
		back, err := jsonpb.ParseStruct(line, depth, new(jsonpb.Losses))
		if err != nil || !proto.Equal(s, back) {
			t.Fatalf("ParseStruct(%q) = %v, error %v, want the struct of %q: %v", line, back, err, raw, s)
		}
	})
}

// The JSON for any valid Struct is one line and has the same value.
func FuzzStructToJSON(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":[1.5,-0,null,true,{"b":"é\n"}]}`, `{"a":9007199254740993}`} {
		s := new(structpb.Struct)
		if err := protojson.Unmarshal([]byte(seed), s); err != nil {
			f.Fatal(err)
		}
		wire, err := proto.Marshal(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(wire)
	}
	f.Fuzz(func(t *testing.T, wire []byte) {
		s := new(structpb.Struct)
		if proto.Unmarshal(wire, s) != nil {
			return
		}
		line, err := jsonpb.AppendStruct(nil, s, depth)
		if err != nil {
			return
		}
		compact, err := jsonpb.Compact(line, depth)
		if err != nil || string(compact) != string(line) || strings.ContainsAny(string(line), "\n\r") {
			t.Fatalf("Compact(%q) = %q, error %v, want it unchanged", line, compact, err)
		}
		again, err := jsonpb.ParseStruct(line, depth, new(jsonpb.Losses))
		if err != nil {
			t.Fatalf("ParseStruct(%q): got error %v, want none", line, err)
		}
		back, err := jsonpb.AppendStruct(nil, again, depth)
		if err != nil || string(back) != string(line) {
			t.Fatalf("AppendStruct of %q: got %q, error %v, want it unchanged", line, back, err)
		}
	})
}

// rows is a structured result in the usual form of tools.
func rows() []byte {
	row := `{"id":"@Fn/src/lib/money.ts#formatPrice","type":"function","file":"src/lib/money.ts","line":12,"exported":true}`
	return []byte(`{"elements":[` + strings.Repeat(row+",", 99) + row + `]}`)
}

func BenchmarkJSONToStruct(b *testing.B) {
	raw := rows()
	b.Run("direct", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := jsonpb.ParseStruct(raw, depth, new(jsonpb.Losses)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("protojson", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		b.ReportAllocs()
		for b.Loop() {
			if err := protojson.Unmarshal(raw, new(structpb.Struct)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkStructToJSON(b *testing.B) {
	s, err := jsonpb.ParseStruct(rows(), depth, new(jsonpb.Losses))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("direct", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := jsonpb.AppendStruct(nil, s, depth); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("protojson", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := protojson.Marshal(s); err != nil {
				b.Fatal(err)
			}
		}
	})
}
