package toolschema_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/server/internal/toolschema"
)

func check(t testing.TB, schema *toolschema.Schema, arguments []byte) []toolschema.Violation {
	t.Helper()
	broken, err := schema.Check(t.Context(), arguments)
	if err != nil {
		t.Error(err)
	}
	return broken
}

// A long check ends together with its call.
func TestCheckEndsWithTheCall(t *testing.T) {
	schema := toolschema.NewCache(16).Schema(
		"d", []byte(`{"additionalProperties":{"items":{"enum":[1,2,3,4,5,6,7,8,9,10]}}}`),
	)
	large := []byte(`{"a":[` + strings.Repeat(`10,`, 500_000) + `10]}`)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if broken, err := schema.Check(ctx, large); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Check after the deadline: got %v, error %v, want %v", broken, err, context.DeadlineExceeded)
	}
	if broken := check(t, schema, []byte(`{"a":[10]}`)); broken != nil { // uses the same checker again
		t.Errorf("Check of valid arguments: got %v, want no violations", broken)
	}
}

func TestCheck(t *testing.T) {
	tests := map[string]struct {
		schema, arguments string
		want              []toolschema.Violation
	}{
		"fits": {schema: `{"type":"object","properties":{"a":{"type":"integer"}}}`, arguments: `{"a":1}`},
		"missing": {
			schema: `{"required":["a"]}`, arguments: `{}`,
			want: []toolschema.Violation{{Field: "/a", Description: `argument "a" is missing`}},
		},
		"deep": {
			schema: `{"properties":{"a":{"required":["b/c"]}}}`, arguments: `{"a":{}}`,
			want: []toolschema.Violation{{Field: "/a/b~1c", Description: `argument "/a/b~1c" is missing`}},
		},
		"type": {
			schema: `{"properties":{"a":{"type":["string","null"]}}}`, arguments: `{"a":1}`,
			want: []toolschema.Violation{{Field: "/a", Description: `argument "a" is of type number, not null or string`}},
		},
		"unknown": {
			schema: `{"additionalProperties":false}`, arguments: `{"x":1}`,
			want: []toolschema.Violation{{Field: "/x", Description: `argument "x" is not known to the tool`}},
		},
		"enum": {
			schema: `{"properties":{"a":{"enum":["x",1]}}}`, arguments: `{"a":"y"}`,
			want: []toolschema.Violation{{Field: "/a", Description: `argument "a" is not one of "x", 1`}},
		},
		"pattern": {
			schema: `{"properties":{"a":{"pattern":"^b"}}}`, arguments: `{"a":"c"}`,
			want: []toolschema.Violation{{Field: "/a", Description: `argument "a" does not match the pattern "^b"`}},
		},
		"big number": {
			schema: `{"properties":{"a":{"maximum":9007199254740992}}}`, arguments: `{"a":9007199254740993}`,
			want: []toolschema.Violation{{Field: "/a", Description: `argument "a" is greater than 9007199254740992`}},
		},
		"fraction": {
			schema: `{"properties":{"a":{"minimum":0.5}}}`, arguments: `{"a":0.25}`,
			want: []toolschema.Violation{{Field: "/a", Description: `argument "a" is less than 0.5`}},
		},
		"the object": {
			schema: `{"minProperties":1}`, arguments: `{}`,
			want: []toolschema.Violation{{Description: "the arguments object is not valid: minProperties: got 0, want 1"}},
		},
		"draft 4": {
			schema:    `{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":{"maximum":5,"exclusiveMaximum":true}}}`,
			arguments: `{"a":5}`,
			want: []toolschema.Violation{
				{Field: "/a", Description: `argument "a" is not valid: exclusiveMaximum: got 5, want 5`},
			},
		},
		"draft 7": {
			schema:    `{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"s":{"type":"string"}},"properties":{"a":{"$ref":"#/definitions/s"}}}`,
			arguments: `{"a":"x"}`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			schema := toolschema.NewCache(32).Schema("", []byte(test.schema))
			if schema.Problem != "" {
				t.Fatalf("got problem %q, want none", schema.Problem)
			}
			if diff := cmp.Diff(test.want, check(t, schema, []byte(test.arguments))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestProblems(t *testing.T) {
	for name, test := range map[string]struct{ schema, want string }{
		"none":            {``, "the server sent no schema"},
		"no object":       {`true`, "not a JSON object"},
		"no JSON":         {`{`, "not a JSON object"},
		"remote":          {`{"$ref":"https://example.com/s.json"}`, "references to other documents are not followed"},
		"file":            {`{"$ref":"file:///etc/passwd"}`, "references to other documents are not followed"},
		"unknown dialect": {`{"$schema":"https://example.com/dialect"}`, "references to other documents are not followed"},
		"invalid":         {`{"type":"strange"}`, "not a valid JSON Schema"},
		"backtracking":    {`{"properties":{"a":{"pattern":"(?=x)"}}}`, "pattern"},
		"duplicate key":   {`{"type":"object","type":"object"}`, "duplicate key"},
		"too large":       {`{"x":"` + strings.Repeat("x", 1<<20) + `"}`, "exceed the limit"},
		"huge exponent":   {`{"maximum":1e999999999}`, "exponent"},
	} {
		t.Run(name, func(t *testing.T) {
			schema := toolschema.NewCache(32).Schema("d", []byte(test.schema))
			if !strings.Contains(schema.Problem, test.want) {
				t.Errorf("problem %q, want %q", schema.Problem, test.want)
			}
			if len(schema.Problem) > 400 || strings.Contains(schema.Problem, "\n") {
				t.Errorf("got problem %q of %d bytes, want one line of at most 400", schema.Problem, len(schema.Problem))
			}
			if got := check(t, schema, []byte(`{}`)); got != nil {
				t.Errorf("check by a schema with a problem: got %v, want no violations", got)
			}
		})
	}
}

// Schemas that double at every level would take years to check.
func TestExponentialSchemas(t *testing.T) {
	var defs strings.Builder
	for i := range 60 {
		fmt.Fprintf(&defs, `"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	for name, schema := range map[string]string{
		"same value": `{"$ref":"#/$defs/d0","$defs":{` + defs.String() + `"d60":true}}`,
		"recursion":  `{"allOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			compiled := toolschema.NewCache(128).Schema("", []byte(schema))
			if compiled.Problem != "" {
				t.Fatalf("got problem %q, want none", compiled.Problem)
			}
			got := check(t, compiled, []byte(strings.Repeat(`{"a":`, 60)+`{}`+strings.Repeat(`}`, 60)))
			want := []toolschema.Violation{
				{Description: "the arguments cannot be checked: the check against the tool's schema takes too many steps"},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if got := check(t, compiled, []byte(`{"a":1}`)); name == "recursion" && got != nil {
				t.Errorf("the next check: got %v, want no violations", got)
			}
		})
	}
}

func TestCacheIsByDigest(t *testing.T) {
	cache := toolschema.NewCache(32)
	first := cache.Schema("d", []byte(`{}`))
	if cache.Schema("d", []byte(`{}`)) != first || cache.Schema("", []byte(`{}`)) == first {
		t.Errorf(
			"Schema: got the same schema for the same digest %t and without a digest %t, want true, false",
			cache.Schema("d", []byte(`{}`)) == first, cache.Schema("", []byte(`{}`)) == first,
		)
	}
}

func BenchmarkCheck(b *testing.B) {
	schema := toolschema.NewCache(32).Schema("", []byte(`{"type":"object","required":["project_path"],"properties":{
		"project_path":{"type":"string"},"languages":{"type":"array","items":{"type":"string"}},"limit":{"type":"integer","minimum":1,"maximum":10000}}}`))
	for name, arguments := range map[string]string{
		"small": `{"project_path":"/src/shop","languages":["ts","tsx"],"limit":1000}`,
		"10KB":  `{"project_path":"` + strings.Repeat("x", 10_000) + `"}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if broken := check(b, schema, []byte(arguments)); broken != nil {
					b.Fatalf("check: got %v, want no violations", broken)
				}
			}
		})
	}
}
