package resources

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
)

// projectList is the resource coderef://projects.
type projectList struct {
	Projects []knownProject `json:"projects"`
}

type knownProject struct {
	Root       string `json:"root"`
	SummaryURI string `json:"summary_uri"`
}

func (r *Resources) readProjects(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	list := projectList{Projects: []knownProject{}}
	for _, root := range r.projects.Existing() {
		list.Projects = append(list.Projects, knownProject{Root: root, SummaryURI: resourceuri.Format(summaryKind, root, "")})
	}
	contents, err := jsonContents(list)
	return &mcp.ReadResourceResult{Contents: contents}, err
}
