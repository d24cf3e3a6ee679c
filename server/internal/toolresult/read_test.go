package toolresult_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/coderef-system/coderefd/server/internal/toolresult"
)

func TestDecodeRead(t *testing.T) {
	meta := &structpb.Struct{Fields: map[string]*structpb.Value{"k": structpb.NewStringValue("v")}}
	for name, test := range map[string]struct {
		raw  string
		want toolresult.Read
	}{
		"text": {
			raw: `{"contents":[{"uri":"a:b","mimeType":"text/plain","text":"é \"x\"\n"}]}`,
			want: toolresult.Read{
				Contents: []toolresult.Contents{{URI: "a:b", MIMEType: "text/plain", Text: true, Data: []byte("é \"x\"\n")}},
			},
		},
		"blob, with escapes": {
			raw:  `{"contents":[{"blob":"AAEC\/w=\u003d","uri":"a:b"}]}`,
			want: toolresult.Read{Contents: []toolresult.Contents{{URI: "a:b", Data: []byte{0, 1, 2, 255}}}},
		},
		"several, with meta": {
			raw: `{"_meta":{"k":"v"},"resultType":"complete","ttlMs":5,"cacheScope":"public",
			"contents":[{"uri":"a:1","text":"","_meta":{"k":"v"},"mimeType":null,"blob":null},{"uri":"a:2","blob":""}]}`,
			want: toolresult.Read{
				Meta: meta,
				Contents: []toolresult.Contents{
					{URI: "a:1", Text: true, Data: []byte{}, Meta: meta}, {URI: "a:2", Data: []byte{}},
				},
			},
		},
		"no UTF-8": {
			raw: `{"contents":[{"text":"a` + "\xff" + `b"}]}`,
			want: toolresult.Read{
				Contents: []toolresult.Contents{{Text: true, Data: []byte("a\uFFFDb")}}, LossyPaths: []string{"/contents/0/text"},
			},
		},
		"none": {raw: `{"contents":[]}`, want: toolresult.Read{}},
		"text left out": {
			raw: `{"contents":[{"uri":"a:b","mimeType":"text/plain"},{"text":null},{"data":"AA=="}]}`,
			want: toolresult.Read{
				Contents:   []toolresult.Contents{{URI: "a:b", MIMEType: "text/plain", Text: true}, {Text: true}, {Text: true}},
				LossyPaths: []string{"/contents/2/data"},
			},
		},
		"losses": {
			raw: `{"contents":[{"uri":"a:b","text":"` + "\xff" + `\ud800","blob":"AA==","vendor":1}],"vendor":{},"resultType":"odd"}`,
			want: toolresult.Read{
				Contents:   []toolresult.Contents{{URI: "a:b", Text: true, Data: []byte("\uFFFD\uFFFD")}},
				LossyPaths: []string{"/contents/0/text", "/contents/0/blob", "/contents/0/vendor", "/vendor", "/resultType"},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := toolresult.DecodeRead([]byte(test.raw), 16)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&test.want, got, protocmp.Transform()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestDecodeReadRejects(t *testing.T) {
	for raw, want := range map[string]string{
		`{}`:                               "it has no contents",
		`[]`:                               "it is not a ReadResourceResult",
		`{"contents":`:                     "/contents is not an array",
		`{"contents":{}}`:                  "/contents is not an array",
		`{"contents":null}`:                "/contents is not an array",
		`{"contents":[7]}`:                 "/contents/0 is not an object",
		`{"contents":[{"text":7}]}`:        "/contents/0/text is not a string",
		`{"contents":[{"uri":7}]}`:         "/contents/0/uri is not a string",
		`{"contents":[{"mimeType":[]}]}`:   "/contents/0/mimeType is not a string",
		`{"contents":[{"blob":"a"}]}`:      "/contents/0/blob is not base64",
		`{"contents":[{"blob":"!!!!"}]}`:   "/contents/0/blob is not base64",
		`{"contents":[{"blob":"AAEC_w"}]}`: "/contents/0/blob is not base64",
		`{"contents":[{"text":""},{"blob":"` + "\xff" + `"}]}`: "/contents/1/blob is not base64",
	} {
		_, err := toolresult.DecodeRead([]byte(raw), 16)
		var problem *toolresult.ReadError
		if !errors.As(err, &problem) || problem.Error() != want {
			t.Errorf("%s: %v, want %s", raw, err, want)
		}
	}
}

// FuzzDecodeRead compares with decoding by the standard library.
func FuzzDecodeRead(f *testing.F) {
	for _, raw := range []string{
		`{"contents":[{"uri":"a:b","mimeType":"text/plain","text":"é \"x\"\n"}]}`,
		`{"contents":[{"blob":"AAEC\/w=\u003d","uri":"a:b"},{"text":""}],"_meta":{"a":[1]}}`,
		`{"contents":[{"text":"` + "\xff" + `\ud800","blob":"AA=="}]}`,
		`{"contents":[{"blob":"A"}]}`, `{"contents":[{}]}`, `{"contents":`, `{"contents":[{"text":"a","text":"b"}]}`, `7`,
	} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		before := bytes.Clone(raw)
		read, err := toolresult.DecodeRead(raw, 16)
		if !bytes.Equal(raw, before) {
			t.Fatalf("DecodeRead changed its input: got %q, want %q", raw, before)
		}
		if err != nil {
			if read != nil {
				t.Fatalf("DecodeRead(%q): got both a result %v and an error %v, want one of them", raw, read, err)
			}
			return
		}
		var plain struct {
			Contents []struct {
				Text *string `json:"text"`
				Blob *string `json:"blob"`
			} `json:"contents"`
		}
		exact := len(read.LossyPaths) == 0 && json.Unmarshal(raw, &plain) == nil &&
			len(plain.Contents) == len(read.Contents)
		for i, c := range read.Contents {
			if c.Text && !utf8.Valid(c.Data) {
				t.Fatalf("got text %q, want UTF-8", c.Data)
			}
			if !exact {
				continue
			}
			switch want := plain.Contents[i]; {
			case want.Text == nil && want.Blob == nil:
				if !c.Text || len(c.Data) > 0 {
					t.Fatalf("got contents %q, want empty text for %s", c.Data, raw)
				}
			case c.Text && (want.Text == nil || *want.Text != string(c.Data)):
				t.Fatalf("got text %q, want that in %s", c.Data, raw)
			case !c.Text && want.Blob == nil:
				t.Fatalf("got the blob %q, want the text in %s", c.Data, raw)
			case !c.Text:
				if data, err := base64.StdEncoding.DecodeString(*want.Blob); err != nil || !bytes.Equal(data, c.Data) {
					t.Fatalf("got blob %q, want that in %s", c.Data, raw)
				}
			}
		}
	})
}
