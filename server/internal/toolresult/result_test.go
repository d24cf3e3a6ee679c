package toolresult_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/server/internal/toolresult"
)

func TestBlocks(t *testing.T) {
	tests := map[string]struct {
		block string
		want  string // protojson of Content
		lossy []string
	}{
		"text":      {block: `{"type":"text","text":"a"}`, want: `{"text":{"text":"a"}}`},
		"type last": {block: `{"text":"a","type":"text"}`, want: `{"text":{"text":"a"}}`},
		"extra": {
			block: `{"type":"text","text":"a","icon":1,"none":null}`, want: `{"text":{"text":"a"}}`,
			lossy: []string{"/content/0/icon"},
		},
		"bad text": {block: `{"type":"text","text":5}`, want: `{"other":{"type":"text","text":5}}`},
		"no text":  {block: `{"type":"text"}`, want: `{"other":{"type":"text"}}`},
		"surrogate": {
			block: `{"type":"text","text":"\udc00"}`, want: `{"text":{"text":"\ufffd"}}`, lossy: []string{"/content/0/text"},
		},
		"image": {
			block: `{"type":"image","data":"AQ==","mimeType":"image/png"}`,
			want:  `{"image":{"data":"AQ==","mimeType":"image/png"}}`,
		},
		"audio": {
			block: `{"type":"audio","data":"AQ==","mimeType":"audio/ogg"}`,
			want:  `{"audio":{"data":"AQ==","mimeType":"audio/ogg"}}`,
		},
		"bad base64": {
			block: `{"type":"image","data":"%%","mimeType":"image/png"}`, want: `{"image":{"mimeType":"image/png"}}`,
			lossy: []string{"/content/0/data"},
		},
		"link": {
			block: `{"type":"resource_link","uri":"file:///a","name":"a","title":"A","description":"d","mimeType":"m","size":7}`,
			want:  `{"resourceLink":{"uri":"file:///a","name":"a","title":"A","description":"d","mimeType":"m","sizeBytes":"7"}}`,
		},
		"size of another type": {
			block: `{"type":"resource_link","uri":"u","name":"n","size":1.5}`, want: `{"resourceLink":{"uri":"u","name":"n"}}`,
			lossy: []string{"/content/0/size"},
		},
		"resource": {
			block: `{"type":"resource","resource":{"uri":"u","mimeType":"m","text":"t"}}`,
			want:  `{"resource":{"uri":"u","mimeType":"m","text":"t"}}`,
		},
		"blob": {
			block: `{"type":"resource","resource":{"uri":"u","blob":"AQ==","_meta":{}}}`,
			want:  `{"resource":{"uri":"u","blob":"AQ==","meta":{}}}`,
		},
		"both": {
			block: `{"type":"resource","resource":{"uri":"u","text":"t","blob":"AQ=="}}`,
			want:  `{"resource":{"uri":"u","text":"t"}}`, lossy: []string{"/content/0/resource/blob"},
		},
		"duplicate member": {
			block: `{"type":"text","text":"a","text":"b"}`, want: `{"text":{"text":"b"}}`, lossy: []string{"/content/0/text"},
		},
		"no uri": {
			block: `{"type":"resource","resource":{"text":"t"}}`,
			want:  `{"other":{"type":"resource","resource":{"text":"t"}}}`,
		},
		"unknown": {
			block: `{"type":"new","n":[9007199254740993]}`, want: `{"other":{"type":"new","n":[9007199254740992]}}`,
			lossy: []string{"/content/0/n/0"},
		},
		"no type": {block: `{"x":1}`, want: `{"other":{"x":1}}`},
		"meta":    {block: `{"type":"text","text":"","_meta":{"k":1}}`, want: `{"text":{},"meta":{"k":1}}`},
		"annotation": {
			block: `{"type":"text","text":"","annotations":{"audience":["user",1],"priority":1,"lastModified":"yesterday","x":1}}`,
			want:  `{"text":{},"annotations":{"audience":["user"],"priority":1}}`,
			lossy: []string{
				"/content/0/annotations/audience/1", "/content/0/annotations/lastModified", "/content/0/annotations/x",
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := toolresult.Decode([]byte(`{"content":[`+test.block+`]}`), 32)
			if err != nil {
				t.Fatal(err)
			}
			want := new(commonv1.Content)
			if err := protojson.Unmarshal([]byte(test.want), want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got.Content[0], protocmp.Transform()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(test.lossy, got.LossyPaths); diff != "" {
				t.Errorf("lossy (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNoResult(t *testing.T) {
	for _, raw := range []string{
		``, `7`, `[]`, `{`, `{"content":5}`, `{"content":[5]}`, `{"content":[{"type":"text","text":"a"]}`,
	} {
		if got, err := toolresult.Decode([]byte(raw), 32); err == nil {
			t.Errorf("Decode(%q) = %v, want an error", raw, got)
		}
	}
}

func TestResultMembers(t *testing.T) {
	for raw, want := range map[string][]string{
		`{"content":[],"isError":true}`:                           nil,
		`{"content":[],"isError":"true"}`:                         {"/isError"},
		`{"content":[],"content":[]}`:                             {"/content"},
		`{"structuredContent":1,"structuredContent":{"a":[2]}}`:   {"/structuredContent"},
		`{"structuredContent":[1e-400,0e-400,-0.0,1e-300,1e400]}`: {"/structuredContent/0", "/structuredContent/4"},
		`{"structuredContent":{"\udc00":"\udc00"}}`:               {"/structuredContent/\ufffd"},
	} {
		got, err := toolresult.Decode([]byte(raw), 32)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.LossyPaths); diff != "" {
			t.Errorf("%s (-want +got):\n%s", raw, diff)
		}
	}
}

func TestResultType(t *testing.T) {
	for raw, want := range map[string][]string{
		`{"resultType":"complete","content":[]}`: nil,
		`{"resultType":"task","content":[]}`:     {"/resultType"},
		`{"resultType":1,"content":[]}`:          {"/resultType"},
	} {
		got, err := toolresult.Decode([]byte(raw), 32)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.LossyPaths); diff != "" {
			t.Errorf("%s (-want +got):\n%s", raw, diff)
		}
	}
}

// Every decoded result can be marshalled, for any response of the server.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"content":[{"type":"text","text":"a"},{"type":"image","data":"AQ==","mimeType":"m"}],"structuredContent":[1],"_meta":{}}`,
		`{"content":[{"type":"resource","resource":{"uri":"u","text":"\ud800"}},{"type":"x"}],"isError":true,"x":1e999}`,
		`{"content":[{"type":"resource_link","uri":"u","name":"n","size":9223372036854775808,"annotations":{"lastModified":"9999-01-01T00:00:00Z"}}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		typed, err := toolresult.Decode(raw, 32)
		if err != nil {
			return
		}
		if len(typed.LossyPaths) > 32 {
			t.Fatalf("got %d lossy paths, want at most 32", len(typed.LossyPaths))
		}
		resp := &toolv1.CallToolResponse{
			Content: typed.Content, StructuredContent: typed.Structured, Meta: typed.Meta, LossyPaths: typed.LossyPaths,
		}
		wire, err := proto.Marshal(resp)
		if err != nil {
			t.Fatalf("Marshal of the result %q: got error %v, want none", raw, err)
		}
		back := new(toolv1.CallToolResponse)
		if err := proto.Unmarshal(wire, back); err != nil || !proto.Equal(resp, back) {
			t.Fatalf("Unmarshal of the result %q: got %v, error %v, want %v", raw, back, err, resp)
		}
	})
}
