package server_test

import (
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// TestTypedImpactOfChange checks the arguments and the response of a diff and of two revisions.
func TestTypedImpactOfChange(t *testing.T) {
	var rpc typedRPC
	for _, r := range graphRPCs() {
		if r.tool == "coderef_impact" {
			rpc = r
		}
	}
	f := typedFake(&rpc)
	structuredReturns(f, `{"success":true,"summary":"s","risk_level":"HIGH","risk":{"score":50,"rule":"r"},"ripple_effects":[],
		"change":{"base":"b1","head":"h1","tests_by_reason":{"changed":1,"calls":2,"data":0,"loads":3,"config":4},
		"files_total":5,"elements_total":6,"breaks_total":7,"not_analyzed_total":8,
		"breaks":[{"kind":"removed","element":"e","file":"a.ts","line":3,"in":"f","confidence":"strong"}],
		"elements":[{"kind":"modified","parts":["body","signature","export"],"element":{"id":"e","type":"function","name":"e",
		 "file":"a.ts","line":1,"end_line":2,"exported":true},"old_id":"d","compatible":true,"direct_dependents":9}],
		"not_analyzed":[{"file":"x.bin","reason":"binary"}],
		"files":[{"path":"a.ts","old_path":"b.ts","status":"renamed","on_disk":"new"}]}}`)
	c := serve(t, f).codeIntel
	want := &codeintelv1.AnalyzeImpactResponse{}
	if err := protojson.Unmarshal([]byte(`{"summary":"s","risk":{"level":"RISK_LEVEL_HIGH","score":50,"rule":"r"},"analysis":{},
		"change":{"baseCommit":"b1","headCommit":"h1","totalFiles":5,"totalElements":6,"totalBreaks":7,"totalUnreadFiles":8,
		"testCounts":[{"reason":"TEST_REASON_CHANGED","count":1},{"reason":"TEST_REASON_CALLS","count":2},
		 {"reason":"TEST_REASON_LOADS","count":3},{"reason":"TEST_REASON_CONFIG","count":4}],
		"breaks":[{"type":"BREAK_TYPE_REMOVED","elementId":"e","location":{"file":"a.ts","line":3},"inId":"f","confidence":"CONFIDENCE_STRONG"}],
		"elements":[{"type":"CHANGE_TYPE_MODIFIED","parts":["CHANGED_PART_BODY","CHANGED_PART_SIGNATURE","CHANGED_PART_EXPORT"],
		 "element":{"id":"e","type":"ELEMENT_TYPE_FUNCTION","name":"e","location":{"file":"a.ts","line":1,"endLine":2},"exported":true},
		 "oldId":"d","compatible":true,"directDependentCount":9}],
		"unreadFiles":[{"file":"x.bin","reason":"binary"}],
		"files":[{"file":"a.ts","oldFile":"b.ts","type":"FILE_CHANGE_TYPE_RENAMED","onDisk":"CHANGE_SIDE_NEW"}]}}`), want); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		request   *codeintelv1.AnalyzeImpactRequest
		arguments string
	}{
		"diff": {
			&codeintelv1.AnalyzeImpactRequest{ProjectPath: "/p", Subject: &codeintelv1.AnalyzeImpactRequest_Diff{Diff: "--- a"}},
			`{"project_path":"/p","diff":"--- a"}`,
		},
		"revisions": {
			&codeintelv1.AnalyzeImpactRequest{ProjectPath: "/p", Subject: &codeintelv1.AnalyzeImpactRequest_Revisions{
				Revisions: &codeintelv1.RevisionRange{Base: "main", Head: "HEAD"},
			}},
			`{"project_path":"/p","base":"main","head":"HEAD"}`,
		},
	} {
		got, err := c.AnalyzeImpact(t.Context(), row.request)
		if err != nil {
			t.Errorf("%s: got error %v, want none", name, err)
			continue
		}
		got.CallInfo = nil
		if !proto.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
		sent := f.sent()
		if got := string(sent[len(sent)-1].Arguments); got != row.arguments {
			t.Errorf("%s: got arguments %s, want %s", name, got, row.arguments)
		}
	}
}
