package server_test

import (
	"context"
	"slices"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// resources is the scripted part of fake for resources.
type resources struct {
	resources []*mcpbridge.Resource
	templates []*mcpbridge.ResourceTemplate
	reads     []mcpbridge.Read
	// shadowed is the result of ShadowedResources.
	shadowed, shadowedTemplates []mcpbridge.ShadowedName
	// read implements ReadResource. Nil returns no contents.
	read func(ctx context.Context, read mcpbridge.Read, attempt int) (*mcpbridge.Result, error)
}

func (f *fake) ResourceCatalog(_ context.Context, name string) (*mcpbridge.ResourceCatalog, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if name != "" && !slices.ContainsFunc(f.servers, func(s mcpbridge.ServerStatus) bool { return s.Name == name }) {
		return nil, &mcpbridge.Error{Kind: mcpbridge.KindServerNotFound, Server: name, Stage: mcpbridge.StageRoute}
	}
	catalog := &mcpbridge.ResourceCatalog{
		ResourcesRevision: f.revision, TemplatesRevision: f.revision, Unavailable: f.problems,
	}
	for _, r := range f.resources.resources {
		if name == "" || r.Server == name {
			catalog.Resources = append(catalog.Resources, r)
		}
	}
	for _, t := range f.resources.templates {
		if name == "" || t.Server == name {
			catalog.Templates = append(catalog.Templates, t)
		}
	}
	return catalog, nil
}

func (f *fake) ResourceTemplate(_ context.Context, name, text string) (*mcpbridge.ResourceTemplate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, t := range f.resources.templates {
		if t.Template == text && (name == "" || t.Server == name) {
			return t, nil
		}
	}
	return nil, &mcpbridge.Error{Kind: mcpbridge.KindTemplateNotFound, Server: name, Stage: mcpbridge.StageRoute}
}

func (f *fake) ReadResource(ctx context.Context, read mcpbridge.Read) (*mcpbridge.Result, error) {
	f.mu.Lock()
	f.resources.reads = append(f.resources.reads, read)
	attempt := len(f.resources.reads)
	f.mu.Unlock()
	if f.resources.read == nil {
		return resultOf(`{"contents":[]}`), nil
	}
	return f.resources.read(ctx, read, attempt)
}

func (f *fake) ShadowedResources() (uris, templates []mcpbridge.ShadowedName) {
	return f.resources.shadowed, f.resources.shadowedTemplates
}
