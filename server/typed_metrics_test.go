package server_test

import (
	"context"

	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// metricRPCs are the RPCs that count or measure.
func metricRPCs() []typedRPC {
	return []typedRPC{
		{
			tool: "coderef_complexity", instead: smallerPage,
			required: []string{"element", "complexity", "elements"},
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.MeasureComplexity(
					ctx,
					&codeintelv1.MeasureComplexityRequest{
						ProjectPath: "/p", Target: "src", PageSize: 2, PageToken: "c1", IncludeGenerated: true,
					},
				)
			},
			arguments: `{"project_path":"/p","element":"src","limit":2,"cursor":"c1","include_generated":true}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.MeasureComplexity(ctx, &codeintelv1.MeasureComplexityRequest{ProjectPath: "/p", Target: "."})
			},
			bareArguments: `{"project_path":"/p","element":"."}`,
			result: `{"success":true,"element":{"id":"","type":"folder","name":"src","file":"src","line":0,"end_line":0,"exported":false},
				"complexity":{"lines":90,"code_lines":0,"functions":3,"cyclomatic":9,"max_cyclomatic":5,"cognitive":8,"max_cognitive":0,"nesting":2,
				"parameters":4,"fan_in":5,"fan_out":6,"score":10,"level":"critical"},"elements":[
				{"element":{"id":"f","type":"function","name":"f","file":"a.ts","line":1},"metrics":{"lines":5,"cyclomatic":1,"score":0.5,"level":"high"}},
				{"element":{"id":"g"},"metrics":{"level":"medium"}},{"element":{"id":"h"},"metrics":{"level":"low"}}],
				"total":3,"next_cursor":"c2","rule":"r","precision":"semantic","files_analyzed":2,
				"generated":{"files":3,"included":true,"signs":[{"sign":"header","files":3,"example":"a.pb.go"}]},"warnings":["w"]}`,
			response: `{"target":{"type":"ELEMENT_TYPE_FOLDER","name":"src","location":{"file":"src"}},
				"metrics":{"lineCount":90,"codeLineCount":0,"functionCount":3,"cyclomatic":9,"maxCyclomatic":5,"cognitive":8,"maxCognitive":0,"maxNesting":2,
				"parameterCount":4,"fanIn":5,"fanOut":6,"score":10,"level":"COMPLEXITY_LEVEL_CRITICAL"},"elements":[
				{"element":{"id":"f","type":"ELEMENT_TYPE_FUNCTION","name":"f","location":{"file":"a.ts","line":1}},
				 "metrics":{"lineCount":5,"cyclomatic":1,"score":0.5,"level":"COMPLEXITY_LEVEL_HIGH"}},
				{"element":{"id":"g"},"metrics":{"level":"COMPLEXITY_LEVEL_MEDIUM"}},
				{"element":{"id":"h"},"metrics":{"level":"COMPLEXITY_LEVEL_LOW"}}],
				"totalSize":3,"nextPageToken":"c2","rule":"r","analysis":{"precision":"PRECISION_SEMANTIC","fileCount":2,
				"generatedFiles":{"fileCount":3,"included":true,"signs":[{"sign":"header","fileCount":3,"exampleFile":"a.pb.go"}]},"warnings":[{"message":"w"}]}}`,
			broken: map[string]string{
				"score over 10":               `{"complexity":{"score":10.1}}`,
				"an element without metrics":  `{"elements":[{"element":{"id":"f"}}]}`,
				"metrics without an element":  `{"elements":[{"metrics":{}}]}`,
				"an element's negative score": `{"elements":[{"element":{"id":"f"},"metrics":{"score":-1}}]}`,
			},
		},
		{
			tool: "coderef_patterns", instead: smallerPage, required: []string{"patterns"},
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.FindPatterns(ctx, &codeintelv1.FindPatternsRequest{
					ProjectPath: "/p",
					PatternType: codeintelv1.PatternType_PATTERN_TYPE_DEPENDENCY_INJECTION.Enum(), PageSize: 2,
					PageToken: "c1", IncludeGenerated: true,
				})
			},
			arguments: `{"project_path":"/p","pattern_type":"dependency_injection","limit":2,"cursor":"c1","include_generated":true}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.FindPatterns(ctx, &codeintelv1.FindPatternsRequest{ProjectPath: "/p"})
			},
			bareArguments: `{"project_path":"/p"}`,
			result: `{"success":true,"pattern_type":"all","summary":[{"type":"handler","name":"onClick","count":3,"files":2},{"type":"decorator","name":"@d","count":1,"files":1},
				{"type":"error_handling","name":"try/catch","count":1,"files":1},{"type":"guard_clause","name":"g","count":1,"files":1},{"type":"async","name":"a","count":1,"files":1}],
				"summary_total":300,"patterns":[
				{"type":"route","name":"GET /x","file":"a.ts","line":1,"end_line":2,"element":"f","group":"1","detail":"d","in_test":true},
				{"type":"dependency_injection","name":"a","file":"a.ts","line":1},{"type":"react","name":"a","file":"a.ts","line":1},
				{"type":"test","name":"a","file":"a.ts","line":1},{"type":"duplicate","name":"a","file":"a.ts","line":1},
				{"type":"test_gap","name":"a","file":"a.ts","line":1},{"type":"singleton","name":"a","file":"a.ts","line":1}],
				"kinds":[{"type":"possibly_reached","count":3,"files":2,"in_tests":1,"top":{"name":"n","file":"a.ts","line":4,"element":"f","detail":"d"}}],
				"total":9,"next_cursor":"c2","precision":"syntactic","files_analyzed":2,"unresolved":{"calls":1,"imports":2},"warnings":["w"]}`,
			response: `{"summaries":[{"type":"PATTERN_TYPE_HANDLER","name":"onClick","matchCount":3,"fileCount":2},{"type":"PATTERN_TYPE_DECORATOR","name":"@d","matchCount":1,"fileCount":1},
				{"type":"PATTERN_TYPE_ERROR_HANDLING","name":"try/catch","matchCount":1,"fileCount":1},{"type":"PATTERN_TYPE_GUARD_CLAUSE","name":"g","matchCount":1,"fileCount":1},
				{"type":"PATTERN_TYPE_ASYNC","name":"a","matchCount":1,"fileCount":1}],
				"kinds":[{"type":"PATTERN_TYPE_POSSIBLY_REACHED","matchCount":3,"fileCount":2,"testMatchCount":1,
				"topMatch":{"type":"PATTERN_TYPE_POSSIBLY_REACHED","name":"n","location":{"file":"a.ts","line":4},"elementId":"f","detail":"d"}}],
				"summaryCount":300,"matches":[
				{"type":"PATTERN_TYPE_ROUTE","name":"GET /x","location":{"file":"a.ts","line":1,"endLine":2},"elementId":"f","group":"1","detail":"d","inTest":true},
				{"type":"PATTERN_TYPE_DEPENDENCY_INJECTION","name":"a","location":{"file":"a.ts","line":1}},{"type":"PATTERN_TYPE_REACT","name":"a","location":{"file":"a.ts","line":1}},
				{"type":"PATTERN_TYPE_TEST","name":"a","location":{"file":"a.ts","line":1}},{"type":"PATTERN_TYPE_DUPLICATE","name":"a","location":{"file":"a.ts","line":1}},
				{"type":"PATTERN_TYPE_TEST_GAP","name":"a","location":{"file":"a.ts","line":1}},{"name":"a","location":{"file":"a.ts","line":1}}],
				"totalSize":9,"nextPageToken":"c2","analysis":{"precision":"PRECISION_SYNTACTIC","fileCount":2,"unresolved":{"callCount":1,"importCount":2},"warnings":[{"message":"w"}]}}`,
			broken: map[string]string{"a summary of text": `{"summary":["x"]}`},
		},
		{
			tool: "coderef_coverage", instead: smallerPage, required: []string{"overall", "files"},
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.ReportCoverage(ctx, &codeintelv1.ReportCoverageRequest{
					ProjectPath: "/p", Format: codeintelv1.CoverageFormat_COVERAGE_FORMAT_DETAILED, PageSize: 2,
					PageToken: "c1", IncludeGenerated: true,
				})
			},
			arguments: `{"project_path":"/p","format":"detailed","limit":2,"cursor":"c1","include_generated":true}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.ReportCoverage(ctx, &codeintelv1.ReportCoverageRequest{ProjectPath: "/p"})
			},
			bareArguments: `{"project_path":"/p"}`,
			result: `{"success":true,"format":"detailed","mode":"execution","reports":[
				{"file":"lcov.info","format":"lcov","modified":"2026-11-21T10:00:00Z","stale":true},
				{"file":"a.json","format":"istanbul","modified":"2026-11-21T10:00:00.5+02:00"},
				{"file":"c.out","format":"go-cover","modified":"2026-11-21T10:00:00Z"},{"file":"c.xml","format":"coverage.py","modified":"2026-11-21T10:00:00Z"}],
				"overall":{"lines":{"covered":1,"total":2,"ratio":0.5},"functions":{"covered":0,"total":0,"ratio":0},"branches":{"covered":0,"total":4,"ratio":0}},
				"files":[{"file":"a.ts","lines":{"covered":2,"total":2,"ratio":1},"functions":{"covered":1,"total":1,"ratio":1},"tested":true,"elements":[
				 {"id":"f","type":"function","name":"f","line":1,"end_line":2,"covered":true,"ratio":1,"hits":5000000000},
				 {"id":"g","type":"function","name":"g","line":3,"end_line":4,"covered":false}]},
				{"file":"b.ts","functions":{"covered":0,"total":1,"ratio":0},"branches":{"covered":0,"total":2,"ratio":0},"tested":false}],
				"total":9,"next_cursor":"c2","untested_files":4,"precision":"semantic","files_analyzed":9,"unresolved":{"calls":1,"imports":2},"warnings":["w"]}`,
			response: `{"format":"COVERAGE_FORMAT_DETAILED","mode":"COVERAGE_MODE_EXECUTION","reports":[
				{"file":"lcov.info","format":"COVERAGE_REPORT_FORMAT_LCOV","modifyTime":"2026-11-21T10:00:00Z","stale":true},
				{"file":"a.json","format":"COVERAGE_REPORT_FORMAT_ISTANBUL","modifyTime":"2026-11-21T08:00:00.500Z"},
				{"file":"c.out","format":"COVERAGE_REPORT_FORMAT_GO_COVER","modifyTime":"2026-11-21T10:00:00Z"},
				{"file":"c.xml","format":"COVERAGE_REPORT_FORMAT_COBERTURA","modifyTime":"2026-11-21T10:00:00Z"}],
				"overall":{"lines":{"coveredCount":1,"totalCount":2,"ratio":0.5},"functions":{"coveredCount":0,"totalCount":0},"branches":{"coveredCount":0,"totalCount":4,"ratio":0}},
				"files":[{"file":"a.ts","lines":{"coveredCount":2,"totalCount":2,"ratio":1},"functions":{"coveredCount":1,"totalCount":1,"ratio":1},"tested":true,"elements":[
				 {"element":{"id":"f","type":"ELEMENT_TYPE_FUNCTION","name":"f","location":{"file":"a.ts","line":1,"endLine":2}},"covered":true,"ratio":1,"hitCount":"5000000000"},
				 {"element":{"id":"g","type":"ELEMENT_TYPE_FUNCTION","name":"g","location":{"file":"a.ts","line":3,"endLine":4}}}]},
				{"file":"b.ts","functions":{"coveredCount":0,"totalCount":1,"ratio":0},"branches":{"coveredCount":0,"totalCount":2,"ratio":0},"tested":false}],
				"totalSize":9,"nextPageToken":"c2","untestedFileCount":4,"analysis":{"precision":"PRECISION_SEMANTIC","fileCount":9,"unresolved":{"callCount":1,"importCount":2},"warnings":[{"message":"w"}]}}`,
			broken: map[string]string{
				"a time that is not RFC 3339": `{"reports":[{"file":"a","format":"lcov","modified":"yesterday"}]}`,
				"ratio in per cent":           `{"overall":{"lines":{"covered":1,"total":2,"ratio":50}}}`,
				"a file's ratio":              `{"files":[{"file":"a.ts","functions":{"total":1,"ratio":-0.5}}]}`,
				"an element's ratio":          `{"files":[{"file":"a.ts","elements":[{"id":"f","ratio":1.5}]}]}`,
			},
		},
		{
			tool: "coderef_context", instead: "set a smaller token_budget, or use StreamCallTool",
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.BuildContext(ctx, &codeintelv1.BuildContextRequest{
					ProjectPath: "/p", FileExtensions: []string{"go"},
					Format: codeintelv1.ContextFormat_CONTEXT_FORMAT_BOTH, TokenBudget: 200, Target: "src",
				})
			},
			arguments: `{"project_path":"/p","languages":["go"],"output_format":"both","token_budget":200,"focus":"src"}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.BuildContext(ctx, &codeintelv1.BuildContextRequest{ProjectPath: "/p"})
			},
			bareArguments: `{"project_path":"/p"}`,
			result: `{"success":true,"format":"both","token_budget":200,"tokens":190,"truncated":true,"markdown":"# p","context":{
				"project_summary":"A shop.","stats":{"files":2,"elements":3,"lines":4,"languages":{"go":2}},
				"modules":[{"path":"src","files":2,"elements":3,"lines":4,"description":"All."}],
				"entry_points":[{"name":"main","file":"main.go","line":3,"id":"m","reason":"package main"}],
				"key_elements":[{"element":{"id":"f","type":"function","name":"f","file":"a.go","line":1},"fan_in":5,"fan_out":6,"description":"Does."}],
				"hotspots":[{"element":{"id":"g","type":"function","name":"g","file":"a.go","line":9},"score":4.5,"level":"medium","cyclomatic":7,"lines":30}],
				"dependencies":[{"name":"fmt","files":2}],"tests":{"files":1,"cases":2,"untested_files":0},"architecture_notes":["Flat."]},
				"precision":"semantic","files_analyzed":2,"warnings":["w"]}`,
			response: `{"format":"CONTEXT_FORMAT_BOTH","tokenBudget":200,"tokenCount":190,"truncated":true,"markdown":"# p","brief":{
				"projectSummary":"A shop.","stats":{"fileCount":2,"elementCount":3,"codeLineCount":4,"fileExtensions":[{"fileExtension":"go","fileCount":2}]},
				"modules":[{"path":"src","fileCount":2,"elementCount":3,"codeLineCount":4,"description":"All."}],
				"entryPoints":[{"name":"main","location":{"file":"main.go","line":3},"elementId":"m","reason":"package main"}],
				"keyElements":[{"element":{"id":"f","type":"ELEMENT_TYPE_FUNCTION","name":"f","location":{"file":"a.go","line":1}},"fanIn":5,"fanOut":6,"description":"Does."}],
				"hotspots":[{"element":{"id":"g","type":"ELEMENT_TYPE_FUNCTION","name":"g","location":{"file":"a.go","line":9}},"score":4.5,
				 "level":"COMPLEXITY_LEVEL_MEDIUM","cyclomatic":7,"lineCount":30}],
				"dependencies":[{"name":"fmt","fileCount":2}],"tests":{"fileCount":1,"caseCount":2,"untestedFileCount":0},"architectureNotes":["Flat."]},
				"analysis":{"precision":"PRECISION_SEMANTIC","fileCount":2,"warnings":[{"message":"w"}]}}`,
			broken: map[string]string{
				"neither form":                     `{"context":null,"markdown":null}`,
				"no stats":                         `{"context":{"project_summary":"x"}}`,
				"a key element without an element": `{"context":{"stats":{},"key_elements":[{"fan_in":1}]}}`,
				"a hotspot without an element":     `{"context":{"stats":{},"hotspots":[{"score":1}]}}`,
				"a hotspot's score above 10":       `{"context":{"stats":{},"hotspots":[{"element":{"id":"f"},"score":11}]}}`,
			},
		},
	}
}
