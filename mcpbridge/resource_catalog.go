package mcpbridge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strconv"
)

// ResourceCatalog returns the resources and templates of a server, or of all servers if
// server is empty. It waits like [Bridge.Catalog], for the first list of a server and not
// for later ones. Every error is an [*Error].
func (b *Bridge) ResourceCatalog(ctx context.Context, server string) (*ResourceCatalog, error) {
	if b.life.Err() != nil {
		return nil, &Error{Kind: KindClosed, Server: server, Err: errClosing}
	}
	upstreams, err := b.upstreamsNamed(server)
	if err != nil {
		return nil, err
	}
	for _, u := range upstreams {
		if err := u.await(ctx, u.resourcesSettled, b.settleOver); err != nil && err.Kind == KindClosed {
			return nil, err
		}
	}
	b.claim()
	out := &ResourceCatalog{}
	resources, templates := sha256.New(), sha256.New()
	for _, u := range upstreams {
		list := u.resources.Load()
		for _, r := range list.resources {
			r := *r
			r.Bound = b.resources.Owner(r.URI) == u
			addTo(resources, r.Server, r.digest, r.Bound)
			out.Resources = append(out.Resources, &r)
		}
		for _, t := range list.templates {
			t := b.withTemplateBinding(u, t)
			addTo(templates, t.Server, t.digest, t.Bound)
			out.Templates = append(out.Templates, t)
		}
		if problem := u.resourceProblem(); problem != nil {
			out.Unavailable = append(out.Unavailable, ServerProblem{Server: u.cfg.Name, State: u.state(), Err: problem})
		}
	}
	out.ResourcesRevision = hex.EncodeToString(resources.Sum(nil))
	out.TemplatesRevision = hex.EncodeToString(templates.Sum(nil))
	return out, nil
}

// addTo adds a definition to a revision. It avoids fmt because there may be 100 000
// resources, and each page of a list computes the revision of the whole list.
func addTo(revision hash.Hash, server string, digest [32]byte, bound bool) {
	text := append(strconv.AppendQuote(nil, server), digest[:]...)
	revision.Write(strconv.AppendBool(text, bound))
}

// ShadowedResources returns the URIs and the templates that more than one server
// offers, according to the last lists. It does not wait.
func (b *Bridge) ShadowedResources() (uris, templates []ShadowedName) {
	return shadowed(b.resources), shadowed(b.templates)
}

// withTemplateBinding returns a copy of a template with Bound set.
func (b *Bridge) withTemplateBinding(u *upstream, t *ResourceTemplate) *ResourceTemplate {
	out := *t
	out.Bound = b.templates.Owner(t.Template) == u
	return &out
}
