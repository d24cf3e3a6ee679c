package indexfile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/source"
)

// versions returns one index for each published form, all with one element.
func versions() map[string]string {
	return map[string]string{
		"1.0.0":   `[{"type":"function","name":"f","file":"/p/src/a.ts","line":3,"exported":true}]`,
		"2.0.0":   `{"version":"2.0.0","generatedAt":"2025-01-02T03:04:05Z","projectPath":"/other","totalElements":1,"elementsByType":{"function":1},"elements":[{"type":"function","name":"f","file":"src/a.ts","line":3,"exported":true,"calls":[1,{"x":null}]}]}`,
		"v2.0.0":  `{"elements":[{"type":"function","name":"f","file":"./src//a.ts","line":3,"exported":true}],"version":"v2.0.0"}`,
		"3.0.0":   `{"schemaVersion":"3.0.0","format":"verbose","generatedAt":"2026-01-02T03:04:05Z","projectPath":"C:\\proj","elements":[{"type":"function","name":"f","file":"C:\\proj\\src\\a.ts","line":3,"exported":true,"endLine":9,"normalizedBodyHash":"abc","parameters":[{"name":"x","type":"T"},{"name":"...y"}],"codeRefId":"@Fn/src/a.ts#f:3"}],"validation":{"status":"ok"}}`,
		"compact": `{"schemaVersion":"3.0.0","format":"compact","elements":[{"t":"function","n":"f","f":"src/a.ts","l":3,"e":true,"p":["x","y: number"],"u":"uuid","zz":1}]}`,
		"cli":     `{"version":"1.2","timestamp":1767323045000,"elements":[{"type":"function","name":"f","file":"src/a.ts","line":3,"exported":true}],"metadata":{"totalFiles":1}}`,
		"ids":     "\ufeff" + `{"version":"1.2","elements":[{"codeRefId":"@Fn/src/a.ts#f:3","type":"function","exported":true}]}`,
	}
}

func TestReadAcceptsAllVersions(t *testing.T) {
	plain := Element{Type: "function", Name: "f", File: "src/a.ts", Line: 3, Exported: true}
	long, short, byID := plain, plain, plain
	long.EndLine, long.BodyHash, long.ID = 9, "abc", "@Fn/src/a.ts#f:3"
	long.Parameters, long.Signature = []string{"x", "y"}, true
	short.Parameters, short.Signature = []string{"x", "y"}, true
	byID.ID = "@Fn/src/a.ts#f:3"
	for name, want := range map[string]Index{
		"1.0.0":   {Version: "1.0.0", Format: "verbose", Elements: []Element{plain}},
		"2.0.0":   {Version: "2.0.0", Format: "verbose", GeneratedAt: "2025-01-02T03:04:05Z", ProjectPath: "/other", Elements: []Element{plain}},
		"v2.0.0":  {Version: "2.0.0", Format: "verbose", Elements: []Element{plain}},
		"3.0.0":   {Version: "3.0.0", Format: "verbose", GeneratedAt: "2026-01-02T03:04:05Z", ProjectPath: `C:\proj`, Elements: []Element{long}},
		"compact": {Version: "3.0.0", Format: "compact", Elements: []Element{short}},
		"cli":     {Version: "1.2", Format: "verbose", GeneratedAt: "2026-01-02T03:04:05Z", Elements: []Element{plain}},
		"ids":     {Version: "1.2", Format: "verbose", Elements: []Element{byID}},
	} {
		text := versions()[name]
		for _, in := range []string{text, zipped(t, text)} {
			got, err := Read(strings.NewReader(in), "/p")
			if err != nil {
				t.Errorf("Read of %s: got error %v, want none", name, err)
			} else if diff := cmp.Diff(want, *got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	}
}

func zipped(t *testing.T, s string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReadRejectsInvalidIndexes(t *testing.T) {
	for in, want := range map[string]string{
		"":                                   "unexpected EOF",
		"7":                                  "neither an object nor an array",
		"[{}":                                "unexpected EOF",
		"[] []":                              "trailing data after the index",
		`{"nodes":[],"edges":[]}`:            "elements is missing",
		`{"elements":{}}`:                    "elements is not an array",
		`{"version":"9.0.0","elements":[]}`:  `unknown version "9.0.0"`,
		`{"version":"0.9.0","elements":[]}`:  `unknown version "0.9.0"`,
		`{"version":"-1.0.0","elements":[]}`: `unknown version "-1.0.0"`,
		`{"version":"latest","elements":[]}`: `unknown version "latest"`,
		`[{"name":"f"},7,{"file":"../x","name":"f"},{"file":"/elsewhere/x","name":"f"}]`: "none of 4 entries has a file and a name",
		"\x1f\x8bxx": "unexpected EOF",
	} {
		_, err := Read(strings.NewReader(in), "/p")
		if !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got error %v, want %q", in, err, want)
		}
	}
	got, err := Read(strings.NewReader(`[{"name":"f","file":"a","line":"x"},[]]`), "/p")
	if err != nil || got.Malformed != 1 || len(got.Elements) != 1 || got.Elements[0].Line != 0 {
		t.Errorf("an entry without a line and one that is not an object: got %+v, error %v; "+
			"want 1 element, 1 malformed", got, err)
	}
	if _, err := ReadFile(source.Roots{}, t.TempDir(), ""); !errors.Is(err, ErrInvalid) {
		t.Errorf("ReadFile of a folder: got %v, want %v", err, ErrInvalid)
	}
	if _, err := ReadFile(source.Roots{}, filepath.Join(t.TempDir(), "x"), ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("ReadFile of a missing file: got %v, want %v", err, os.ErrNotExist)
	}
}

// TestWrittenIndexIsReadBack checks that reading a written index returns its elements, and that
// the file does not depend on their order.
func TestWrittenIndexIsReadBack(t *testing.T) {
	name := filepath.Join(t.TempDir(), "index.json")
	elements := []Element{
		{Type: "method", Name: "C.<m>", File: "b.ts", Line: 2, EndLine: 3, BodyHash: "x", Parameters: []string{"a"}, Signature: true},
		{Type: "function", Name: "f", File: "a b.ts", Line: 1, Exported: true},
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.FixedZone("", 3600))
	if err := WriteFile(name, elements, "/p", at); err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	elements[0], elements[1] = elements[1], elements[0]
	second, err := Marshal(elements, "/p", at)
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("Marshal with another order of elements: got error %v and\n%s\nwant\n%s", err, second, first)
	}
	got, err := ReadFile(source.Roots{}, name, "/p")
	if err != nil {
		t.Fatal(err)
	}
	elements[0].ID, elements[1].ID = "@Fn/a%20b.ts#f:1", "@M/b.ts#C.<m>:2"
	want := &Index{
		Version: Version, Format: "verbose", GeneratedAt: "2026-01-02T02:04:05.006Z", ProjectPath: "/p",
		Elements: elements,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("index (-want +got):\n%s", diff)
	}
	for _, want := range []string{`"elementsByType":{"function":1,"method":1}`, `"totalElements":2`} {
		if !strings.Contains(string(first), want) {
			t.Errorf("got %s, want it to contain %s", first, want)
		}
	}
}

// FuzzRead checks that reading any data returns an index whose elements are in the
// project, or ErrInvalid, and that an index that was read can be written and read again.
func FuzzRead(f *testing.F) {
	for _, text := range versions() {
		f.Add([]byte(text))
	}
	f.Add([]byte("\x1f\x8b\x08"))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := Read(bytes.NewReader(data), "/p")
		if err != nil {
			if !errors.Is(err, ErrInvalid) {
				t.Errorf("got error %v, want %v", err, ErrInvalid)
			}
			return
		}
		for _, e := range x.Elements {
			if e.Name == "" || e.File == "" || filepath.IsAbs(e.File) || strings.HasPrefix(e.File, "../") || e.Line < 0 {
				t.Errorf("got element %+v, want one with a name, a file in the project and no negative line", e)
			}
		}
		out, err := Marshal(x.Elements, x.ProjectPath, time.Unix(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read(bytes.NewReader(out), "/p")
		if err != nil || len(again.Elements) != len(x.Elements) {
			t.Fatalf("reading the written index: got %+v, error %v; want %d elements", again, err, len(x.Elements))
		}
	})
}
