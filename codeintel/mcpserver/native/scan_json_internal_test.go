package native

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

// TestScanJSONEqualsEncodingJSON checks that the encoder of scan responses writes the same JSON as
// encoding/json, for each property of an element, set and unset.
func TestScanJSONEqualsEncodingJSON(t *testing.T) {
	var odd strings.Builder
	for c := range rune(0x101) {
		odd.WriteRune(c)
	}
	odd.WriteString("\xff\u2028\u2029\ufffd\U0001f600<&>\xe2\x80")
	full := index.Listed{Element: facts.Element{
		ID: "@Fn/a.py#f", Type: "function", Name: odd.String(), File: "a\\b.py", Line: 1, EndLine: 1 << 20, Exported: true,
	}, Parent: "@C/a.py#C", Signature: &facts.Signature{
		Docstring:  "doc\n\"s\"",
		Parameters: []facts.Parameter{{Name: "a"}, {Name: "b", Type: "int", Optional: true, Rest: true}},
		Returns:    "List[\"x\"]", Async: true, Decorators: []string{"a", "b()"},
	}}
	for member, value := range allOf(reflect.ValueOf(full)) {
		if value.IsZero() {
			t.Errorf("%s is zero, want a value in the test", member)
		}
	}
	bare := index.Listed{Signature: &facts.Signature{}}
	for _, elements := range [][]index.Listed{{}, {full}, {full, bare, {}, full}} {
		type withoutMethods scanResponse
		response := scanResponse{Success: true, Elements: elements, NextCursor: `"elements":null`, Warnings: []string{"<w>"}}
		want, err := tools.Encode(withoutMethods(response))
		if err != nil {
			t.Fatal(err)
		}
		got, err := tools.Encode(response)
		if err != nil || string(got) != string(want) || !json.Valid(got) {
			t.Errorf("%v\ngot  %s\nwant %s", err, got, want)
		}
	}
}

// allOf returns the exported fields of a struct and of the structs in it.
func allOf(v reflect.Value) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() == reflect.Pointer {
			f = f.Elem()
		}
		fields[v.Type().Field(i).Name] = f
		if f.Kind() == reflect.Struct {
			for name, inner := range allOf(f) {
				fields[v.Type().Field(i).Name+"."+name] = inner
			}
		}
	}
	return fields
}
