package server

import (
	"context"
	"time"

	"google.golang.org/protobuf/proto"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/failure"
	"github.com/coderef-system/coderefd/server/internal/text"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// catalogWait bounds how long GetStatus and watches wait for servers that are starting for the first time. An
// operator calls GetStatus because servers do not respond, so it must return soon. A watch reports slower
// servers once they are ready.
const catalogWait = 200 * time.Millisecond

// catalogSoon returns the catalog without the servers that are not ready in time.
func (b *backend) catalogSoon(ctx context.Context, server string) (*mcpbridge.Catalog, error) {
	waiting, cancel := context.WithTimeout(ctx, catalogWait)
	defer cancel()
	catalog, err := b.Tools.Catalog(waiting, server)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return catalog, err
}

// GetStatus returns the state of the service. If the catalog is not available, the response contains a
// warning instead.
func (s *adminService) GetStatus(ctx context.Context, _ *adminv1.GetStatusRequest) (*adminv1.GetStatusResponse, error) {
	resp := &adminv1.GetStatusResponse{
		Build: &adminv1.BuildInfo{
			Version: s.Build.Version, Commit: s.Build.Commit, GoVersion: s.Build.GoVersion,
		},
		StartTime: timeMessage(s.StartTime),
	}
	for _, text := range s.Warnings {
		resp.Warnings = append(resp.Warnings, statusWarning(text))
	}
	resp.ServerCount = toolcall.Count(len(s.Servers.Servers()))
	resp.ShadowedResources, resp.ShadowedResourceCount = s.shadowedResources()
	catalog, err := s.catalogSoon(ctx, "")
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		resp.Warnings = append(
			resp.Warnings, statusWarning("the list of tools is not available: "+failure.VerdictOf(err).Message),
		)
		return resp, nil
	}
	resp.ToolCount, resp.ToolsRevision = proto.Int32(toolcall.Count(len(catalog.Tools))), catalog.Revision
	reports := s.failureReports()
	for _, problem := range unavailableMessages(catalog.Unavailable) {
		resp.Warnings = append(resp.Warnings, statusWarning(problem.GetMessage()+reports[problem.GetServer()]))
	}
	resp.ShadowedToolCount = proto.Int32(toolcall.Count(len(catalog.Shadowed)))
	for _, name := range catalog.Shadowed[:min(len(catalog.Shadowed), maxShadowed)] {
		resp.ShadowedTools = append(resp.ShadowedTools, &adminv1.ShadowedTool{
			Name: text.Valid(name.Name), Server: name.Owner, ShadowedServers: name.Others,
		})
	}
	return resp, nil
}

// failureReports returns the last failure of each server as the end of a warning. Only the AdminService, which
// is for operators, returns them: they contain paths.
func (b *backend) failureReports() map[string]string {
	reports := map[string]string{}
	for _, server := range b.Servers.Servers() {
		if server.LastErrorReport != "" {
			reports[server.Name] = "; last failure: " + text.Valid(server.LastErrorReport)
		}
	}
	return reports
}

func statusWarning(text string) *adminv1.StatusWarning { return &adminv1.StatusWarning{Message: text} }

// maxShadowed bounds the shadowed tools, and the shadowed resources, in a status. Servers may list very many,
// and a status must fit one message.
const maxShadowed = 100

// shadowedResources returns the first shadowed resources and the total count.
func (b *backend) shadowedResources() ([]*adminv1.ShadowedResource, int32) {
	uris, templates := b.Resources.ShadowedResources()
	total := toolcall.Count(len(uris) + len(templates))
	var messages []*adminv1.ShadowedResource
	for _, name := range uris[:min(len(uris), maxShadowed)] {
		messages = append(messages, &adminv1.ShadowedResource{
			Resource: &adminv1.ShadowedResource_Uri{
				Uri: text.Valid(name.Name),
			},
			Server:          name.Owner,
			ShadowedServers: name.Others,
		})
	}
	for _, name := range templates[:min(len(templates), maxShadowed-len(messages))] {
		messages = append(messages, &adminv1.ShadowedResource{
			Resource: &adminv1.ShadowedResource_UriTemplate{
				UriTemplate: text.Valid(name.Name),
			},
			Server:          name.Owner,
			ShadowedServers: name.Others,
		})
	}
	return messages, total
}
