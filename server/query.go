package server

import (
	"context"
	"errors"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// queryTool is the MCP name of the tool behind Query.
const queryTool = "coderef_query"

// smallerPage is what to do about a page that does not fit.
const smallerPage = "set a smaller page_size, or use StreamCallTool"

// queryAnswer is the structured answer of coderef_query.
type queryAnswer struct {
	Element    *elementAnswer    `json:"element"`
	Results    *[]relationAnswer `json:"results"`
	Total      int               `json:"total"`
	NextCursor string            `json:"next_cursor"`
	Precision  string            `json:"precision"`
	Unresolved struct {
		Calls   int `json:"calls"`
		Imports int `json:"imports"`
	} `json:"unresolved"`
	FilesAnalyzed int      `json:"files_analyzed"`
	Warnings      []string `json:"warnings"`
}

// queryArguments are the arguments of coderef_query; only set ones are sent.
type queryArguments struct {
	ProjectPath string `json:"project_path"`
	QueryType   string `json:"query_type"`
	Target      string `json:"target"`
	Source      string `json:"source,omitempty"`
	MaxDepth    int32  `json:"max_depth,omitzero"`
	Limit       int32  `json:"limit,omitzero"`
	Cursor      string `json:"cursor,omitempty"`
}

// Query follows the relations of an element.
func (s *codeIntelService) Query(ctx context.Context, req *codeintelv1.QueryRequest) (*codeintelv1.QueryResponse, error) {
	answer := new(queryAnswer)
	result, err := s.runTyped(ctx, queryTool, queryArguments{
		ProjectPath: req.GetProjectPath(),
		QueryType:   queryType(req.GetQueryType()),
		Target:      req.GetTarget(),
		Source:      req.GetSource(),
		MaxDepth:    req.GetMaxDepth(),
		Limit:       typedPageSize(req.GetPageSize()),
		Cursor:      req.GetPageToken(),
	}, answer)
	if err != nil {
		return nil, err
	}
	if answer.Results == nil || answer.Element == nil {
		return nil, &malformedResultError{
			server: result.Server, tool: queryTool, err: errors.New("results or element are missing"),
		}
	}
	resp := queryResponse(answer)
	resp.Call = callInfo(result)
	if err := s.checkSize(resp, result.Server, queryTool, smallerPage); err != nil {
		return nil, err
	}
	return resp, nil
}

func queryResponse(a *queryAnswer) *codeintelv1.QueryResponse {
	resp := &codeintelv1.QueryResponse{
		Element:       a.Element.message(),
		NextPageToken: a.NextCursor,
		TotalSize:     count(a.Total),
		Precision:     precision(a.Precision),
		Unresolved: &codeintelv1.Unresolved{
			CallCount: count(a.Unresolved.Calls), ImportCount: count(a.Unresolved.Imports),
		},
		FileCount: count(a.FilesAnalyzed),
		Warnings:  a.Warnings,
	}
	for i := range *a.Results {
		resp.Relations = append(resp.Relations, (*a.Results)[i].message())
	}
	return resp
}
