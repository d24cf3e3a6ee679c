package corecli

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// list takes lists of objects with a name, and empty ones, as answers do.
func list(got *string) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		items, ok := listOf(raw)
		if !ok {
			o, _ := objectOf(raw)
			if items, ok = o.list("items"); !ok {
				return errShape
			}
		}
		for _, item := range items {
			if o, _ := objectOf(item); o.text("name") == "" {
				return errShape
			}
		}
		var out bytes.Buffer
		if err := json.Compact(&out, raw); err != nil {
			return err
		}
		*got = out.String()
		return nil
	}
}

func TestExtract(t *testing.T) {
	const a, b = `[{"name":"a"}]`, `{"items":[{"name":"b","of":[]}]}`
	for name, tt := range map[string]struct{ out, want string }{
		"alone":                 {a, a},
		"object with a list":    {b, b},
		"pretty":                {"{\n  \"items\": [\n    {\n      \"name\": \"b\",\n      \"of\": []\n    }\n  ]\n}\n", b},
		"emoji":                 {"🔍 Scanning /x...\n" + a + "\n", a},
		"same line":             {"🔍 Scanning...[1/3] " + a, a},
		"level":                 {"[INFO] start\n[WARN] x {y}\n" + b, b},
		"clock and steps":       {"[12:30:05] [1/3] go\n[2] 3 {} []\n" + a, a},
		"a list that is prose":  {"Excluding: []\nFound [3]\n" + a, a},
		"records of a log":      {`{"level":30,"msg":"[x]"}` + "\n" + `{"level":30}` + "\n" + a, a},
		"trailing":              {a + "\n✨ Done in 1.2s {fast} [ok]\n", a},
		"braces in strings":     {`{"items":[{"name":"}] {"}]}`, `{"items":[{"name":"}] {"}]}`},
		"byte order mark, CRLF": {"\xef\xbb\xbfx\r\n" + a + "\r\n", a},
		"no UTF-8":              {"\xff\xfe[\x80]\n" + a, a},
		"broken before":         {`{"name":"x", oops` + "\n" + a, a},
		"never closed prose":    {"{ see below\n[\"\n" + a, a},
		"empty":                 {"🔍 Scanning\n[]\n", "[]"},
		"empty, then an answer": {"[]\n" + a, a},
		"two":                   {a + b, a},
	} {
		var got string
		if err := extract([]byte(tt.out), list(&got)); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

// TestExtractNothing: what is not a whole answer is none, not an empty one.
func TestExtractNothing(t *testing.T) {
	for name, out := range map[string]string{
		"nothing":              "",
		"words":                "Scanning...\nDone",
		"cut":                  `[{"name":"a","of":[]},{"na`,
		"cut, pretty":          "{\n  \"items\": [\n    {\n      \"name\": \"b\",\n      \"of\": []\n    }\n",
		"broken in the middle": `{"items":[{"name":"a","of":[]} NaN]}`,
		"a line within":        "{\n  \"items\": [\n⚠ slow\n    []\n  ]\n}\n",
		"empty prose":          "Excluding: [] and {}",
		"brackets alone":       strings.Repeat("[", 100_000),
		"lines of brackets":    strings.Repeat("[\n", 100_000),
	} {
		var got string
		err := extract([]byte(out), list(&got))
		var e *Error
		if !errors.As(err, &e) || e.Code != NotParsed || got != "" || !strings.Contains(e.Message, "no complete JSON") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for _, out := range []string{`{"b":1,"a":[]}`, "{}\n", `["x"]`} {
		var got string
		err := extract([]byte(out), list(&got))
		wants(t, err, NotParsed, "shape that is not known")
	}
	var got string
	wants(t, extract([]byte(`{"b":1,"a":[]}`), list(&got)), NotParsed, "an object with a, b")
}

func FuzzExtract(f *testing.F) {
	f.Add([]byte(`[INFO] {"items":[]} []`))
	f.Add([]byte("{\"a\":\n[{}\n"))
	f.Fuzz(func(t *testing.T, out []byte) {
		err := extract(out, func(raw json.RawMessage) error {
			if !json.Valid(raw) {
				t.Errorf("not JSON: %q", raw)
			}
			if _, err := project("/p").scan(raw); err != nil {
				return errShape
			}
			return nil
		})
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("%v", err)
		}
	})
}
