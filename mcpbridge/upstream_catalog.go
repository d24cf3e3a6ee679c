package mcpbridge

import (
	"context"
	"iter"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/definition"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// maxOmittedLogged bounds the omitted definitions of one list that are logged one by one.
const maxOmittedLogged = 10

// upstreamCatalog implements pool.Catalog for an upstream.
type upstreamCatalog struct{ *upstream }

// ToolsListedAt implements pool.Catalog.
func (c upstreamCatalog) ToolsListedAt() time.Time { return c.tools.Load().listedAt }

// ListTools implements pool.Catalog.
func (c upstreamCatalog) ListTools(ctx context.Context, sess *session.Session) error {
	definitions, err := sess.ListTools(ctx)
	if err != nil {
		return err
	}
	list, omitted := newToolList(&c.cfg, definitions, time.Now())
	c.logOmitted("tool", omitted)
	c.publishTools(list)
	return nil
}

// publishTools replaces the tools. Some servers announce a change although
// their list is the same.
func (u *upstream) publishTools(next *toolList) {
	old := u.tools.Swap(next)
	u.listener.toolsListed(!old.equal(next))
}

// ListResources implements pool.Catalog. Its error remains the upstream's problem until a
// list succeeds.
func (c upstreamCatalog) ListResources(ctx context.Context, sess *session.Session) error {
	resources, templates, err := sess.ListResources(ctx)
	if err != nil {
		failure := c.requestError(ctx, err)
		failure.Stage = StageList
		c.failResources(failure)
		return err
	}
	list, noResource, noTemplate := newResourceList(c.cfg.Name, resources, templates, time.Now())
	c.logOmitted("resource", noResource)
	c.logOmitted("resource template", noTemplate)
	c.publishResources(list)
	return nil
}

// failResources records that the resources could not be listed. If the instance ended,
// the state of the upstream shows it.
func (u *upstream) failResources(err *Error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err.Kind != KindCanceled && err.Kind != KindServerExited && err.Kind != KindClosed {
		u.resourcesErr = err
	}
	u.settleResources()
}

// publishResources replaces the resources and templates.
func (u *upstream) publishResources(next *resourceList) {
	old := u.resources.Swap(next)
	u.mu.Lock()
	u.resourcesErr = nil
	u.settleResources()
	u.mu.Unlock()
	u.listener.resourcesListed(!old.equal(next))
}

// logOmitted logs the definitions of one kind that were omitted because they are
// unusable.
func (u *upstream) logOmitted(kind string, omitted []*definition.Error) {
	for _, err := range omitted[:min(len(omitted), maxOmittedLogged)] {
		u.output.Warn(kind+" omitted: its definition is unusable", err, err.Attrs(u.output.Clean)...)
	}
	if len(omitted) > maxOmittedLogged {
		u.log.Warn(kind+"s omitted: their definitions are unusable", "server", u.cfg.Name, "count", len(omitted))
	}
}

// toolNames, resourceURIs and templateTexts yield the names of the last lists.
func (u *upstream) toolNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, tool := range u.tools.Load().tools {
			if !yield(tool.Name) {
				return
			}
		}
	}
}

func (u *upstream) resourceURIs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, r := range u.resources.Load().resources {
			if !yield(r.URI) {
				return
			}
		}
	}
}

func (u *upstream) templateTexts() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, t := range u.resources.Load().templates {
			if !yield(t.Template) {
				return
			}
		}
	}
}
