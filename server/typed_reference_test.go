package server_test

import (
	"context"

	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// referenceRPCs are the RPCs about CodeRef2 references.
func referenceRPCs() []typedRPC {
	return []typedRPC{
		{
			tool: "coderef_validate", instead: smallerPage, required: []string{"errors", "percentage"},
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.Validate(
					ctx,
					&codeintelv1.ValidateRequest{ProjectPath: "/p", Glob: "**/*.md", PageSize: 2, PageToken: "c1"},
				)
			},
			arguments: `{"project_path":"/p","pattern":"**/*.md","limit":2,"cursor":"c1"}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.Validate(ctx, &codeintelv1.ValidateRequest{ProjectPath: "/p"})
			},
			bareArguments: `{"project_path":"/p","pattern":"**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,go,py,pyi,rs,java,c,h,cc,cpp,cxx,hpp,hh,hxx,cs}"}`,
			result: `{"success":true,"pattern":"**/*.md","files_checked":3,"total":4,"valid":3,"invalid":1,"percentage":75,"errors":[
				{"file":"a.md","line":2,"column":5,"reference":"@Fn/a#f","code":"ELEMENT_NOT_FOUND","error":"no f","severity":"error","suggestions":["@Fn/a.ts#f"],"fixable":true},
				{"file":"b.md","line":3,"column":1,"reference":"@Fn/a.ts#f{x=1}","code":"STALE_LINE","error":"odd","severity":"warning"}],
				"errors_total":9,"next_cursor":"c2","precision":"semantic","files_analyzed":8,"warnings":["w"]}`,
			response: `{"glob":"**/*.md","checkedFileCount":3,"referenceCount":4,"validCount":3,"invalidCount":1,"validRatio":0.75,"problems":[
				{"location":{"file":"a.md","line":2,"column":5},"reference":"@Fn/a#f","code":"REFERENCE_PROBLEM_CODE_ELEMENT_NOT_FOUND","message":"no f",
				 "severity":"REFERENCE_SEVERITY_ERROR","suggestions":["@Fn/a.ts#f"],"autoFixable":true},
				{"location":{"file":"b.md","line":3,"column":1},"reference":"@Fn/a.ts#f{x=1}","code":"REFERENCE_PROBLEM_CODE_STALE_LINE","message":"odd","severity":"REFERENCE_SEVERITY_WARNING"}],
				"totalSize":9,"nextPageToken":"c2","analysis":{"precision":"PRECISION_SEMANTIC","fileCount":8,"warnings":[{"message":"w"}]}}`,
			broken: map[string]string{"a percentage above 100": `{"percentage":175}`},
		},
		{
			tool: "coderef_drift", instead: smallerPage,
			required: []string{"drift_percentage", "summary", "drift_report"},
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.DetectDrift(
					ctx,
					&codeintelv1.DetectDriftRequest{
						ProjectPath: "/p", IndexPath: "i.json", PageSize: 2, PageToken: "c1",
					},
				)
			},
			arguments: `{"project_path":"/p","index_path":"i.json","limit":2,"cursor":"c1"}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.DetectDrift(ctx, &codeintelv1.DetectDriftRequest{ProjectPath: "/p"})
			},
			bareArguments: `{"project_path":"/p"}`,
			result: `{"success":true,"index_path":"i.json","index_version":"2.0.0","generated_at":"2026-11-21T10:00:00Z","drift_percentage":12.5,
				"summary":{"unchanged":1,"moved":2,"renamed":3,"missing":4,"ambiguous":5,"added":6},"drift_report":[
				{"reference":"a","status":"missing","confidence":1,"old":{"file":"a.ts","line":1,"name":"a"},"suggestion":"Drop it."},
				{"reference":"b","status":"ambiguous","confidence":0.5,"old":{"file":"a.ts","line":2,"name":"b"},"candidates":["b1","b2"]},
				{"reference":"c","status":"renamed","confidence":0.9,"old":{"file":"a.ts","line":3,"name":"c"},"new":{"file":"a.ts","line":3,"name":"cc","id":"cc"},"auto_fixable":true},
				{"reference":"d","status":"moved","confidence":1},{"reference":"e","status":"added","confidence":1,"new":{"file":"e.ts","line":5,"name":"e","id":"e"}},
				{"reference":"f","status":"unchanged","confidence":1}],
				"total":21,"next_cursor":"c2","precision":"syntactic","files_analyzed":7,"warnings":["w"]}`,
			response: `{"indexPath":"i.json","indexVersion":"2.0.0","generateTime":"2026-11-21T10:00:00Z","driftRatio":0.125,
				"summary":{"unchangedCount":1,"movedCount":2,"renamedCount":3,"missingCount":4,"ambiguousCount":5,"addedCount":6},"entries":[
				{"reference":"a","status":"DRIFT_STATUS_MISSING","oldLocation":{"file":"a.ts","line":1},"oldName":"a","suggestion":"Drop it."},
				{"reference":"b","status":"DRIFT_STATUS_AMBIGUOUS","matchScore":0.5,"oldLocation":{"file":"a.ts","line":2},"oldName":"b","candidateIds":["b1","b2"]},
				{"reference":"c","status":"DRIFT_STATUS_RENAMED","matchScore":0.9,"oldLocation":{"file":"a.ts","line":3},"oldName":"c",
				 "newLocation":{"file":"a.ts","line":3},"newName":"cc","newId":"cc","autoFixable":true},
				{"reference":"d","status":"DRIFT_STATUS_MOVED","matchScore":1},
				{"reference":"e","status":"DRIFT_STATUS_ADDED","newLocation":{"file":"e.ts","line":5},"newName":"e","newId":"e"},
				{"reference":"f","status":"DRIFT_STATUS_UNCHANGED","matchScore":1}],
				"totalSize":21,"nextPageToken":"c2","analysis":{"precision":"PRECISION_SYNTACTIC","fileCount":7,"warnings":[{"message":"w"}]}}`,
			broken: map[string]string{
				"a percentage above 100": `{"drift_percentage":100.5}`,
				"a confidence above 1":   `{"drift_report":[{"reference":"a","confidence":2}]}`,
			},
		},
		{
			tool: "coderef_tag", instead: smallerPage, required: []string{"dry_run", "files"},
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.Tag(ctx, &codeintelv1.TagRequest{
					ProjectPath: "/p", DryRun: true, RewriteExisting: true, IncludeUnchanged: true,
					UpdateLineNumbers: true, IncludePrivate: true,
					FileExtensions: []string{"ts", "go"}, ExcludeGlobs: []string{"a/**", "b.ts"},
					PageSize: 2, PageToken: "c1",
				})
			},
			arguments: `{"path":"/p","dry_run":true,"force":true,"verbose":true,"update_lineno":true,"include_private":true,` +
				`"lang":"ts,go","exclude":"a/**,b.ts","limit":2,"cursor":"c1"}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.Tag(ctx, &codeintelv1.TagRequest{ProjectPath: "/p"})
			},
			bareArguments: `{"path":"/p","lang":"ts,tsx,js,jsx,go,py,rs,java,c,cpp,cs"}`,
			result: `{"success":true,"dry_run":true,"elements":10,"added":1,"updated":2,"unchanged":7,"removed":3,
				"files":[{"file":"a.ts","added":1,"updated":2,"unchanged":7,"diff":"--- a.ts\n","tags":[
				{"id":"f","tag":"@Fn/a#f:1","line":1,"action":"added"},{"id":"g","action":"updated"},{"id":"h","action":"unchanged"},{"id":"i","action":"removed"}]}],
				"files_total":9,"next_cursor":"c2","root":"/p","precision":"syntactic","files_analyzed":3,
				"skipped":[{"file":"b.ts","reason":"generated"}],"skipped_total":101,"warnings":["w"]}`,
			response: `{"dryRun":true,"elementCount":10,"addedCount":1,"updatedCount":2,"unchangedCount":7,"removedCount":3,
				"files":[{"file":"a.ts","addedCount":1,"updatedCount":2,"unchangedCount":7,"diff":"--- a.ts\n","tags":[
				{"elementId":"f","tag":"@Fn/a#f:1","line":1,"action":"TAG_ACTION_ADDED"},{"elementId":"g","action":"TAG_ACTION_UPDATED"},
				{"elementId":"h","action":"TAG_ACTION_UNCHANGED"},{"elementId":"i","action":"TAG_ACTION_REMOVED"}]}],
				"totalSize":9,"nextPageToken":"c2","rootPath":"/p","analysis":{"precision":"PRECISION_SYNTACTIC","fileCount":3,"warnings":[{"message":"w"}]},
				"skippedTags":[{"file":"b.ts","reason":"generated"}],"skippedTagCount":101}`,
			broken: map[string]string{"files that are not objects": `{"files":["a.ts"]}`},
		},
	}
}
