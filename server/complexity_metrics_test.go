package server_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// A metric of code that contains functions is present even if it is 0. It is absent only if it was not
// measured.
func TestComplexityZeros(t *testing.T) {
	zero := proto.Int32(0)
	tests := map[string]struct {
		element, metrics, precision string
		want                        *codeintelv1.ComplexityMetrics
	}{
		"a file without functions": {
			element: `"type":"file","file":"a.ts"`, metrics: `"lines":3,"fan_in":0,"fan_out":2`, precision: "semantic",
			want: &codeintelv1.ComplexityMetrics{
				LineCount: proto.Int32(3), CodeLineCount: zero, FunctionCount: zero, MaxCyclomatic: zero, MaxCognitive: zero,
				FanIn: zero, FanOut: proto.Int32(2),
			},
		},
		"a class": {
			element: `"type":"class","file":"a.ts"`, metrics: `"lines":3,"functions":1,"max_cyclomatic":1`,
			precision: "semantic",
			want: &codeintelv1.ComplexityMetrics{
				LineCount: proto.Int32(3), FunctionCount: proto.Int32(1), MaxCyclomatic: proto.Int32(1), MaxCognitive: zero,
			},
		},
		"a function": {
			element: `"type":"function","file":"a.ts"`, metrics: `"lines":3,"cyclomatic":1`, precision: "semantic",
			want: &codeintelv1.ComplexityMetrics{LineCount: proto.Int32(3), Cyclomatic: proto.Int32(1)},
		},
		"the project": {
			element:   `"type":"folder","file":"."`,
			metrics:   `"lines":3,"code_lines":2,"functions":1,"max_cyclomatic":1,"max_cognitive":1,"fan_in":0,"fan_out":0`,
			precision: "semantic",
			want: &codeintelv1.ComplexityMetrics{
				LineCount: proto.Int32(3), CodeLineCount: proto.Int32(2), FunctionCount: proto.Int32(1),
				MaxCyclomatic: proto.Int32(1), MaxCognitive: proto.Int32(1),
			},
		},
		"a file, by an engine that does not measure": {
			element: `"type":"file","file":"a.ts"`, metrics: `"lines":3`, precision: "heuristic",
			want: &codeintelv1.ComplexityMetrics{LineCount: proto.Int32(3)},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			f.tools = append(f.tools, repeatable(tool("alpha", "coderef_complexity", `{}`)))
			structuredReturns(f, `{"success":true,"element":{`+test.element+`},"complexity":{`+test.metrics+`},`+
				`"elements":[],"precision":"`+test.precision+`"}`)
			got, err := serve(t, f).codeIntel.MeasureComplexity(
				t.Context(), &codeintelv1.MeasureComplexityRequest{ProjectPath: "/p"},
			)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got.GetMetrics(), protocmp.Transform()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
