package impact

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protojson"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// TestRender prints responses for people.
func TestRender(t *testing.T) {
	for name, row := range map[string]struct{ response, want string }{
		"element without dependents": {
			`{"summary": "Deleting the function f: no dependents.", "risk": {"rule": "LOW (below 20)"}, "analysis": {}}`,
			"Deleting the function f: no dependents.\n\nRisk LOW (below 20)\n",
		},
		"change": {
			`{"summary": "The change\u001b modifies 1 element.", "risk": {"rule": "HIGH"}, "totalSize": 3, "testCount": 2,
			"analysis": {"unresolved": {"callCount": 2, "importCount": 1}},
			"tests": [{"location": {"file": "a.test.ts", "line": 4}, "name": "adds. Twice", "depth": 1, "reason": "TEST_REASON_CALLS"},
			 {"location": {"file": "b.test.ts"}, "reason": "TEST_REASON_CHANGED", "removed": true}],
			"affectedFiles": [{"file": "b.ts", "severity": "IMPACT_SEVERITY_MAJOR", "description": "Must be updated: 1 element calls it."}],
			"change": {"totalBreaks": 1, "totalElements": 1, "totalUnreadFiles": 1,
			 "breaks": [{"type": "BREAK_TYPE_SIGNATURE", "elementId": "@Fn/a.ts#f", "location": {"file": "b.ts", "line": 3},
			  "confidence": "CONFIDENCE_EXACT"}],
			 "elements": [{"type": "CHANGE_TYPE_MODIFIED", "parts": ["CHANGED_PART_BODY", "CHANGED_PART_SIGNATURE"],
			  "element": {"type": "ELEMENT_TYPE_FUNCTION", "name": "f", "location": {"file": "a.ts", "line": 1}},
			  "directDependentCount": 1}],
			 "unreadFiles": [{"file": "x.bin", "reason": "binary"}]}}`,
			`The change\u001b modifies 1 element.

Risk HIGH
Unresolved: 2 calls and 1 import may lead to the change.

Breaks (1)
PLACE   REASON     ELEMENT     CONFIDENCE
b.ts:3  signature  @Fn/a.ts#f  exact

Changed elements (1)
CHANGE                      TYPE      NAME  PLACE   DIRECT DEPENDENTS
modified (body, signature)  function  f     a.ts:1  1

Changed files whose elements are unknown (1)
FILE   REASON
x.bin  binary

Tests (2)
REASON             DISTANCE  PLACE        TEST
calls              1         a.test.ts:4  adds. Twice
changed (removed)  0         b.test.ts    -

Affected files (3)
SEVERITY  FILE  EFFECT
major     b.ts  Must be updated: 1 element calls it
… and 2 more; --rows shows more, -o json all
`,
		},
	} {
		r := &codeintelv1.AnalyzeImpactResponse{}
		if err := protojson.Unmarshal([]byte(row.response), r); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var out strings.Builder
		if err := render(&out, r); err != nil {
			t.Errorf("%s: got error %v, want none", name, err)
		}
		if diff := cmp.Diff(row.want, out.String()); diff != "" {
			t.Errorf("%s: output (-want +got):\n%s", name, diff)
		}
	}
}
