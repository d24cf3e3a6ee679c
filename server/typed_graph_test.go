package server_test

import (
	"context"

	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// graphRPCs are the RPCs about elements and their relations.
func graphRPCs() []typedRPC {
	return []typedRPC{
		{
			tool: "coderef_scan", instead: "set a smaller page_size, or use StreamScan", required: []string{"elements"},
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.Scan(ctx, &codeintelv1.ScanRequest{
					ProjectPath: "/p", FileExtensions: []string{"ts", "py"},
					Mode: codeintelv1.ScanMode_SCAN_MODE_OUTLINE, PageSize: 20_000, PageToken: "c1",
				})
			},
			arguments: `{"project_path":"/p","languages":["ts","py"],"use_ast":false,"limit":10000,"cursor":"c1"}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.Scan(ctx, &codeintelv1.ScanRequest{ProjectPath: "/p"})
			},
			bareArguments: `{"project_path":"/p"}`,
			result: `{"success":true,"elements_found":9,"elements":[
				{"id":"C","type":"class","name":"C","file":"a.ts","line":1,"end_line":9,"exported":true,"docstring":"Doc.","decorators":["d(1)"]},
				{"id":"m","type":"method","name":"C.m","file":"a.ts","line":2,"end_line":3,"parent":"C","async":true,"returns":"Promise<A>",
				 "parameters":[{"name":"a","type":"A"},{"name":"b","optional":true},{"name":"c","rest":true}]},
				{"id":"p","type":"property","name":"C.p","file":"a.ts","line":4,"parent":"C"},
				{"id":"n","type":"namespace","name":"n","file":"a.ts","line":5}],
				"next_cursor":"c2","mode":"outline","precision":"syntactic","files_scanned":2,
				"files_skipped":[{"file":"big.ts","reason":"too large"}],"files_skipped_total":4,"unsupported_languages":["py"],"warnings":["w"],
				"subject":{"commit":"c0ffee","branch":"main","dirty":false,"index_fingerprint":"f1",
				 "files_left_out":{"total":3,"by_reason":{"binary":1,"too large":2},"examples":[{"file":"big.ts","reason":"too large"}]}}}`,
			response: `{"elements":[
				{"id":"C","type":"ELEMENT_TYPE_CLASS","name":"C","location":{"file":"a.ts","line":1,"endLine":9},"exported":true,"docstring":"Doc.","decorators":["d(1)"],"asynchronous":false},
				{"id":"m","type":"ELEMENT_TYPE_METHOD","name":"C.m","location":{"file":"a.ts","line":2,"endLine":3},"parentId":"C","asynchronous":true,
				 "returnType":"Promise<A>","parameters":[{"name":"a","type":"A"},{"name":"b","omittable":true},{"name":"c","variadic":true}]},
				{"id":"p","type":"ELEMENT_TYPE_PROPERTY","name":"C.p","location":{"file":"a.ts","line":4},"parentId":"C","asynchronous":false},
				{"id":"n","type":"ELEMENT_TYPE_NAMESPACE","name":"n","location":{"file":"a.ts","line":5},"asynchronous":false}],
				"nextPageToken":"c2","totalSize":9,"mode":"SCAN_MODE_OUTLINE","analysis":{"skippedFiles":[{"file":"big.ts","reason":"too large"}],"skippedFileCount":4,"precision":"PRECISION_SYNTACTIC","fileCount":2,"warnings":[{"message":"w"}],
				 "subject":{"commit":"c0ffee","branch":"main","dirty":false,"indexFingerprint":"f1",
				  "filesLeftOut":{"count":3,"reasons":[{"reason":"too large","count":2},{"reason":"binary","count":1}],
				   "examples":[{"file":"big.ts","reason":"too large"}]}}},
				"unsupportedFileExtensions":["py"]}`,
		},
		{
			tool: "coderef_query", instead: smallerPage, required: []string{"element", "results"},
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.Query(ctx, &codeintelv1.QueryRequest{
					ProjectPath: "/p", QueryType: codeintelv1.QueryType_QUERY_TYPE_DEPENDS_ON_ME, Target: "f",
					Source: "g", MaxDepth: 7, PageSize: 2, PageToken: "c1",
				})
			},
			arguments: `{"project_path":"/p","query_type":"depends-on-me","target":"f","source":"g","max_depth":7,"limit":2,"cursor":"c1"}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.Query(
					ctx,
					&codeintelv1.QueryRequest{
						ProjectPath: "/p", QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS, Target: "f", Unresolved: true,
					},
				)
			},
			bareArguments: `{"project_path":"/p","query_type":"calls","target":"f","unresolved":true}`,
			result: `{"success":true,"element":{"id":"f","type":"hook","name":"f","file":"a.ts","line":1},"results":[
				{"from":"g","to":"f","relation":"reference","file":"b.ts","line":2,"column":4,"depth":1,"resolution":"resolved","confidence":"exact"},
				{"from":"g","to":"f","relation":"extends","depth":1,"resolution":"resolved","confidence":"strong"},
				{"from":"g","to":"f","relation":"implements","depth":1,"resolution":"resolved","confidence":"heuristic"},
				{"from":"g","to":"f","relation":"import","depth":1,"resolution":"resolved","confidence":"a guess","dynamic":true},
				{"from":"g","to":"f","relation":"befriends","depth":1,"resolution":"odd"},
				{"from":"g","to":"f","relation":"call","depth":1,"resolution":"unresolved","confidence":"heuristic","reason":"unknown_value"}],
				"total":9,"next_cursor":"c2","precision":"semantic",
				"unresolved":{"calls":1,"imports":2,"reasons":{"unknown_value":1,"missing_module":2}},"files_analyzed":3}`,
			response: `{"target":{"id":"f","type":"ELEMENT_TYPE_HOOK","name":"f","location":{"file":"a.ts","line":1}},"relations":[
				{"fromId":"g","toId":"f","type":"RELATION_TYPE_REFERENCE","location":{"file":"b.ts","line":2,"column":4},"depth":1,
				 "resolution":"RESOLUTION_RESOLVED","confidence":"CONFIDENCE_EXACT","dispatch":"DISPATCH_STATIC","typeOnly":false,"dynamicImport":false},
				{"fromId":"g","toId":"f","type":"RELATION_TYPE_EXTENDS","depth":1,"resolution":"RESOLUTION_RESOLVED","confidence":"CONFIDENCE_STRONG","dispatch":"DISPATCH_STATIC","typeOnly":false,"dynamicImport":false},
				{"fromId":"g","toId":"f","type":"RELATION_TYPE_IMPLEMENTS","depth":1,"resolution":"RESOLUTION_RESOLVED","confidence":"CONFIDENCE_HEURISTIC","typeOnly":false,"dynamicImport":false},
				{"fromId":"g","toId":"f","type":"RELATION_TYPE_IMPORT","depth":1,"resolution":"RESOLUTION_RESOLVED","typeOnly":false,"dynamicImport":true},
				{"fromId":"g","toId":"f","depth":1,"typeOnly":false,"dynamicImport":false},
				{"fromId":"g","type":"RELATION_TYPE_CALL","depth":1,"resolution":"RESOLUTION_UNRESOLVED","confidence":"CONFIDENCE_HEURISTIC",
				 "typeOnly":false,"dynamicImport":false,"unresolvedName":"f","unresolvedReason":"UNRESOLVED_REASON_UNKNOWN_VALUE"}],
				"totalSize":9,"nextPageToken":"c2","analysis":{"precision":"PRECISION_SEMANTIC","fileCount":3,"unresolved":{"callCount":1,"importCount":2,
				"reasons":[{"reason":"UNRESOLVED_REASON_MISSING_MODULE","count":2},{"reason":"UNRESOLVED_REASON_UNKNOWN_VALUE","count":1}]}}}`,
		},
		{
			tool: "coderef_impact", instead: smallerPage, required: []string{"element", "risk", "ripple_effects"},
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.AnalyzeImpact(ctx, &codeintelv1.AnalyzeImpactRequest{
					ProjectPath: "/p", Subject: &codeintelv1.AnalyzeImpactRequest_Target{Target: "f"},
					Operation: codeintelv1.ImpactOperation_IMPACT_OPERATION_DELETE, MaxDepth: 5, PageSize: 2,
					PageToken: "c1",
				})
			},
			arguments: `{"project_path":"/p","element":"f","operation":"delete","max_depth":5,"limit":2,"cursor":"c1"}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.AnalyzeImpact(
					ctx,
					&codeintelv1.AnalyzeImpactRequest{
						ProjectPath: "/p", Subject: &codeintelv1.AnalyzeImpactRequest_Target{Target: "f"},
					},
				)
			},
			bareArguments: `{"project_path":"/p","element":"f"}`,
			result: `{"success":true,"element":{"id":"f","type":"function","name":"f","file":"a.ts","line":1,"end_line":2,"exported":true},
				"operation":"refactor","risk_level":"CRITICAL","risk":{"score":100,"rule":"5 files","exported":true},
				"summary":"s","in_tests":{"direct_dependents":1,"transitive_dependents":0,"affected_files":1},"modules_total":12,
				"modules":[{"path":".","direct_dependents":1,"transitive_dependents":2,"affected_files":3}],
				"direct_dependents":1,"transitive_dependents":2,"affected_files":3,"max_depth":5,"ripple_effects":[
				{"file":"b.ts","severity":"breaking","impact":"g fails.","min_depth":1,"elements":[
				 {"id":"g","type":"function","name":"g","line":4,"depth":1,"direct":true,"relation":"call","confidence":"exact","dispatch":"possible"},
				 {"id":"h","type":"function","name":"h","line":6,"depth":2,"direct":false,"relation":"call","confidence":"strong","via":"g","severity":"major","type_only":true,"overrides":true}]},
				{"file":"c.ts","severity":"major","impact":"","min_depth":2,"elements":[]},
				{"file":"d.ts","severity":"minor","impact":"","min_depth":3}],
				"next_cursor":"c2","tests":[{"file":"a.test.ts","name":"f works","line":3,"id":"t","depth":1,"reason":"calls"},{"file":"b.test.ts","depth":2,"reason":"odd","removed":true}],"tests_total":120,
				"unresolved":{"calls":1,"imports":2},"precision":"semantic","files_analyzed":9,"warnings":["w"]}`,
			response: `{"target":{"id":"f","type":"ELEMENT_TYPE_FUNCTION","name":"f","location":{"file":"a.ts","line":1,"endLine":2},"exported":true},
				"operation":"IMPACT_OPERATION_REFACTOR","risk":{"level":"RISK_LEVEL_CRITICAL","score":100,"rule":"5 files"},
				"summary":"s","inTests":{"direct":1,"files":1},"totalModules":12,
				"modules":[{"path":".","dependents":{"direct":1,"transitive":2,"files":3}}],
				"directDependentCount":1,"transitiveDependentCount":2,"totalSize":3,"reachedDepth":5,"affectedFiles":[
				{"file":"b.ts","severity":"IMPACT_SEVERITY_BREAKING","description":"g fails.","minDepth":1,"elements":[
				 {"element":{"id":"g","type":"ELEMENT_TYPE_FUNCTION","name":"g","location":{"file":"b.ts","line":4}},"depth":1,"direct":true,"relationType":"RELATION_TYPE_CALL",
				  "confidence":"CONFIDENCE_EXACT","dispatch":"DISPATCH_POSSIBLE","typeOnly":false,"overrides":false},
				 {"element":{"id":"h","type":"ELEMENT_TYPE_FUNCTION","name":"h","location":{"file":"b.ts","line":6}},"depth":2,"relationType":"RELATION_TYPE_CALL",
				  "confidence":"CONFIDENCE_STRONG","dispatch":"DISPATCH_STATIC","viaId":"g","severity":"IMPACT_SEVERITY_MAJOR","typeOnly":true,"overrides":true}]},
				{"file":"c.ts","severity":"IMPACT_SEVERITY_MAJOR","minDepth":2},{"file":"d.ts","severity":"IMPACT_SEVERITY_MINOR","minDepth":3}],
				"nextPageToken":"c2","tests":[{"location":{"file":"a.test.ts","line":3},"name":"f works","elementId":"t","depth":1,"reason":"TEST_REASON_CALLS"},{"location":{"file":"b.test.ts"},"depth":2,"removed":true}],
				"testCount":120,"analysis":{"precision":"PRECISION_SEMANTIC","fileCount":9,"unresolved":{"callCount":1,"importCount":2},"warnings":[{"message":"w"}]}}`,
			broken: map[string]string{
				"score over 100": `{"risk":{"score":101}}`, "negative score": `{"risk":{"score":-1}}`,
				"a fractional depth": `{"max_depth":1.5}`,
			},
		},
	}
}
