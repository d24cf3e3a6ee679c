package toolschema

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/coderef-system/coderefd/server/internal/jsonpb"
)

// FuzzParse checks that parse returns the same value as the parser of the validator.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"a":[1,2.50,-0,1e2,"x\u00e9\n",true,false,null,{},[]]}`, `{"a":12345678901234567890}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		raw, err := jsonpb.Compact(raw, 64)
		if err != nil {
			return
		}
		want, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("UnmarshalJSON(%q): got error %v, want none", raw, err)
		}
		got, err := parse(raw)
		if err != nil {
			t.Fatalf("parse(%q): got error %v, want none", raw, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", raw, diff)
		}
	})
}
