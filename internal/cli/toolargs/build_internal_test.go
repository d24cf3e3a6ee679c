package toolargs

import (
	"encoding/json"
	"strings"
	"testing"
)

const testDefinition = `{"name":"t","inputSchema":{"type":"object","required":["s"],"properties":{
	"s":{"type":"string","description":"A string. More."},"i":{"type":"integer"},"n":{"type":"number"},
	"b":{"type":"boolean"},"o":{"type":"object"},"a":{"type":"array","items":{"type":"string"}},
	"ai":{"type":"array","items":{"type":"integer"}},"maybe":{"type":["integer","null"]},
	"any":{"anyOf":[{"type":"integer"},{"type":"null"}]},"either":{"type":["integer","string"]},
	"k":{"enum":["x","y"]},"free":{}}}}`

func TestBuild(t *testing.T) {
	tests := []struct {
		name string
		base string
		args []string
		want string
		err  string
	}{
		{"no arguments", "", nil, "{}", ""},
		{"string", "", []string{"s=a=b"}, `{"s":"a=b"}`, ""},
		{"string that looks like a number", "", []string{"s=007"}, `{"s":"007"}`, ""},
		{"string with markup", "", []string{"s=<a>&\"\n"}, `{"s":"<a>&\"\n"}`, ""},
		{"empty string", "", []string{"s="}, `{"s":""}`, ""},
		{"integer beyond int64", "", []string{"i=12345678901234567890"}, `{"i":12345678901234567890}`, ""},
		{"negative integer", "", []string{"i=-5"}, `{"i":-5}`, ""},
		{"not an integer", "", []string{"i=1.5"}, "", `--arg i: must be a whole number, not "1.5"`},
		{"integer with a leading zero", "", []string{"i=05"}, "", `--arg i: must be a whole number, not "05"`},
		{"number", "", []string{"n=1e-3"}, `{"n":1e-3}`, ""},
		{"not a number", "", []string{"n=NaN"}, "", `--arg n: must be a number, not "NaN"`},
		{"boolean", "", []string{"b=true"}, `{"b":true}`, ""},
		{"not a boolean", "", []string{"b=yes"}, "", `--arg b: must be true or false, not "yes"`},
		{"object", "", []string{`o={"x":1}`}, `{"o":{"x":1}}`, ""},
		{"not an object", "", []string{"o=x"}, "", `--arg o: must be JSON, not "x"`},
		{"array separated by commas", "", []string{"a=x,y z,"}, `{"a":["x","y z",""]}`, ""},
		{"array from repeated assignments", "", []string{"a=x,y", "a=z"}, `{"a":["x,y","z"]}`, ""},
		{"empty array", "", []string{"a="}, `{"a":[]}`, ""},
		{"array of one", "", []string{"a=x"}, `{"a":["x"]}`, ""},
		{"array as JSON", "", []string{`a=["x,y"]`}, `{"a":["x,y"]}`, ""},
		{"array of integers", "", []string{"ai=1,2"}, `{"ai":[1,2]}`, ""},
		{"array of integers, one is not an integer", "", []string{"ai=1,x"}, "", `--arg ai: must be a whole number, not "x"`},
		{"array from repeated JSON assignments", "", []string{"ai:=1", "ai:=null"}, `{"ai":[1,null]}`, ""},
		{"null", "", []string{"maybe=null"}, `{"maybe":null}`, ""},
		{"nullable integer", "", []string{"maybe=4"}, `{"maybe":4}`, ""},
		{"integer or null by anyOf", "", []string{"any=4"}, `{"any":4}`, ""},
		{"integer or string", "", []string{"either=4"}, `{"either":"4"}`, ""},
		{"no type in the schema", "", []string{"free=4", "k=x"}, `{"free":"4","k":"x"}`, ""},
		{"unknown name", "", []string{"zzz=4"}, `{"zzz":"4"}`, ""},
		{"JSON", "", []string{`free:={"a":[1]}`}, `{"free":{"a":[1]}}`, ""},
		{"JSON string for an integer", "", []string{`i:="x"`}, `{"i":"x"}`, ""},
		{"malformed JSON", "", []string{"free:=x"}, "", `--arg free: must be JSON, not "x"`},
		{"set twice", "", []string{"s=a", "s=b"}, "", "--arg s: is set 2 times, but is not an array"},
		{"assignment without =", "", []string{"s"}, "", `--arg "s": must be name=value or name:=json`},
		{"empty name", "", []string{"=s"}, "", `--arg "=s": the name is empty`},
		{"not UTF-8", "", []string{"s=\xff"}, "", `--arg "s=\xff": is not valid UTF-8`},
		{"base without assignments", `{"i": 1.0, "x": [1, 2]}`, nil, `{"i":1.0,"x":[1, 2]}`, ""},
		{"base and assignments", `{"s":"a","i":1}`, []string{"i=2", "b=true"}, `{"s":"a","i":2,"b":true}`, ""},
		{"base is not an object", `[1]`, nil, "", "--args: must be a JSON object"},
		{"base is null", `null`, nil, "", "--args: must be a JSON object"},
		{"duplicate key in the base", `{"a":1,"a":2}`, nil, "", `--args: duplicate key "a"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := assemble(test.base, test.args)
			if message := text(err); message != test.err || string(got) != test.want {
				t.Errorf("got %s, error %q; want %s, error %q", got, message, test.want, test.err)
			}
		})
	}
}

// assemble builds the arguments in the same way as the command "coderefd call".
func assemble(base string, args []string) (json.RawMessage, error) {
	var assignments []Assignment
	for _, arg := range args {
		a, err := ParseAssignment(arg)
		if err != nil {
			return nil, err
		}
		assignments = append(assignments, a)
	}
	return Build(json.RawMessage(base), assignments, ReadSchema([]byte(testDefinition)))
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func FuzzArg(f *testing.F) {
	for _, seed := range []string{
		"s=x", "i=1", "a=x,y", "a=[1]", "o={}", "free:=[]", "=", ":=", "s", "maybe=null", "n=1e9",
	} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		got, err := assemble("", []string{one, two})
		if err != nil {
			return
		}
		if !json.Valid(got) || strings.Contains(string(got), "\n") && !strings.Contains(one+two, "\n") {
			t.Errorf("%q and %q: got %s, want valid JSON on one line", one, two, got)
		}
	})
}

func FuzzSchema(f *testing.F) {
	f.Add([]byte(testDefinition))
	f.Add([]byte(`{"inputSchema":{"properties":{"a":true,"b":{"items":[{}]}}}}`))
	f.Fuzz(func(_ *testing.T, definition []byte) {
		s := ReadSchema(definition)
		_ = s.Rows()
	})
}

func TestSchemaRows(t *testing.T) {
	rows := ReadSchema([]byte(testDefinition)).Rows()
	if len(rows) != 12 {
		t.Fatalf("got %d rows, want 12", len(rows))
	}
	for i, want := range map[int]string{
		0:  "s|string|yes|A string. More.",
		5:  "a|array of string|no|",
		7:  "maybe|integer or null|no|",
		10: "k|-|no|one of x, y",
	} {
		if got := strings.Join(rows[i], "|"); got != want {
			t.Errorf("row %d: %q, want %q", i, got, want)
		}
	}
}
