package corecli

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// readList returns a function that reads a list of objects with names, alone or in an
// object, and stores its compact JSON in got. An empty list is also a result.
func readList(got *string) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		items, ok := listOf(raw)
		if !ok {
			o, _ := objectOf(raw)
			if items, ok = o.list("items"); !ok {
				return errFormat
			}
		}
		for _, item := range items {
			if o, _ := objectOf(item); o.text("name") == "" {
				return errFormat
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

// TestExtractFindsResult checks that extract finds the result among the other output of a
// program.
func TestExtractFindsResult(t *testing.T) {
	const a, b = `[{"name":"a"}]`, `{"items":[{"name":"b","of":[]}]}`
	for name, tt := range map[string]struct{ out, want string }{
		"alone":                 {a, a},
		"object with a list":    {b, b},
		"indented":              {"{\n  \"items\": [\n    {\n      \"name\": \"b\",\n      \"of\": []\n    }\n  ]\n}\n", b},
		"emoji":                 {"🔍 Scanning /x...\n" + a + "\n", a},
		"same line":             {"🔍 Scanning...[1/3] " + a, a},
		"level":                 {"[INFO] start\n[WARN] x {y}\n" + b, b},
		"time and steps":        {"[12:30:05] [1/3] go\n[2] 3 {} []\n" + a, a},
		"lists in text":         {"Excluding: []\nFound [3]\n" + a, a},
		"log records":           {`{"level":30,"msg":"[x]"}` + "\n" + `{"level":30}` + "\n" + a, a},
		"text after":            {a + "\n✨ Done in 1.2s {fast} [ok]\n", a},
		"braces in strings":     {`{"items":[{"name":"}] {"}]}`, `{"items":[{"name":"}] {"}]}`},
		"byte order mark, CRLF": {"\xef\xbb\xbfx\r\n" + a + "\r\n", a},
		"invalid UTF-8":         {"\xff\xfe[\x80]\n" + a, a},
		"invalid JSON before":   {`{"name":"x", oops` + "\n" + a, a},
		"unclosed bracket":      {"{ see below\n[\"\n" + a, a},
		"empty":                 {"🔍 Scanning\n[]\n", "[]"},
		"empty, then a result":  {"[]\n" + a, a},
		"two results":           {a + b, a},
	} {
		var got string
		if err := extract([]byte(tt.out), readList(&got)); err != nil || got != tt.want {
			t.Errorf("%s: got %s, %v, want %s", name, got, err, tt.want)
		}
	}
}

// TestExtractRejectsIncompleteResult checks that output without a complete result is an
// error, not an empty result.
func TestExtractRejectsIncompleteResult(t *testing.T) {
	for name, out := range map[string]string{
		"empty output":          "",
		"text":                  "Scanning...\nDone",
		"cut":                   `[{"name":"a","of":[]},{"na`,
		"cut, indented":         "{\n  \"items\": [\n    {\n      \"name\": \"b\",\n      \"of\": []\n    }\n",
		"invalid in the middle": `{"items":[{"name":"a","of":[]} NaN]}`,
		"text in the middle":    "{\n  \"items\": [\n⚠ slow\n    []\n  ]\n}\n",
		"empty lists in text":   "Excluding: [] and {}",
		"only brackets":         strings.Repeat("[", 100_000),
		"lines of brackets":     strings.Repeat("[\n", 100_000),
	} {
		var got string
		err := extract([]byte(out), readList(&got))
		var e *Error
		if !errors.As(err, &e) || e.Code != NotParsed || got != "" || !strings.Contains(e.Message, "no complete JSON") {
			t.Errorf("%s: got %q, error %v, want code %s", name, got, err, NotParsed)
		}
	}
	for _, out := range []string{`{"b":1,"a":[]}`, "{}\n", `["x"]`} {
		var got string
		err := extract([]byte(out), readList(&got))
		wantError(t, err, NotParsed, "unknown format")
	}
	var got string
	err := extract([]byte(`{"b":1,"a":[]}`), readList(&got))
	wantError(t, err, NotParsed, "an object with the keys a, b")
}

// FuzzExtract checks for any output that extract passes only JSON to read, and that its
// error is an [Error].
func FuzzExtract(f *testing.F) {
	f.Add([]byte(`[INFO] {"items":[]} []`))
	f.Add([]byte("{\"a\":\n[{}\n"))
	f.Fuzz(func(t *testing.T, out []byte) {
		err := extract(out, func(raw json.RawMessage) error {
			if !json.Valid(raw) {
				t.Errorf("got value %q, want JSON", raw)
			}
			if _, err := project("/p").scan(raw); err != nil {
				return errFormat
			}
			return nil
		})
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("%q: got error %v, want an Error", out, err)
		}
	})
}
