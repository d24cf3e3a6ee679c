package codeintel

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// queryResult is the structured result of coderef_query.
type queryResult struct {
	analysisResult

	Element    *elementResult    `json:"element"`
	Results    *[]relationResult `json:"results"`
	Total      int               `json:"total"`
	NextCursor string            `json:"next_cursor"`
}

// queryArguments are the arguments of coderef_query. Unset ones are not sent.
type queryArguments struct {
	ProjectPath string `json:"project_path"`
	QueryType   string `json:"query_type"`
	Target      string `json:"target"`
	Source      string `json:"source,omitempty"`
	MaxDepth    int32  `json:"max_depth,omitzero"`
	Unresolved  bool   `json:"unresolved,omitzero"`
	Limit       int32  `json:"limit,omitzero"`
	Cursor      string `json:"cursor,omitempty"`
}

// Query follows the relations of an element.
func (s *Service) Query(ctx context.Context, req *codeintelv1.QueryRequest) (*codeintelv1.QueryResponse, error) {
	return respond(ctx, s, typedCall{
		method: codeintelv1.CodeIntelService_Query_FullMethodName, instead: smallerPage,
		arguments: queryArguments{
			ProjectPath: req.GetProjectPath(),
			QueryType:   wordOf(req.GetQueryType(), "-"),
			Target:      req.GetTarget(),
			Source:      req.GetSource(),
			MaxDepth:    req.GetMaxDepth(),
			Unresolved:  req.GetUnresolved(),
			Limit:       typedPageSize(req.GetPageSize()),
			Cursor:      req.GetPageToken(),
		},
	}, (*queryResult).response)
}

func (a *queryResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.QueryResponse {
	return &codeintelv1.QueryResponse{
		Target: p.element("element", a.Element),
		Relations: each(p, "results", a.Results, func(r *relationResult) *codeintelv1.Relation {
			return r.message(&a.analysisResult)
		}),
		NextPageToken: a.NextCursor,
		TotalSize:     toolcall.Count(a.Total),
		Analysis:      a.analysis(),
		CallInfo:      call,
	}
}
