package mcpbridge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strconv"
)

// ResourceCatalog lists what a server offers to read, or all of them if server is
// empty. It waits as [Bridge.Catalog] does, for the first list of a server that
// comes up, and never for a later one.
func (b *Bridge) ResourceCatalog(ctx context.Context, server string) (*ResourceCatalog, error) {
	if b.life.Err() != nil {
		return nil, &Error{Kind: KindClosed, Server: server, Err: errClosing}
	}
	servers, err := b.serversNamed(server)
	if err != nil {
		return nil, err
	}
	for _, s := range servers {
		if err := s.await(ctx, s.resourcesSettled, b.settleOver); err != nil && err.Kind == KindClosed {
			return nil, err
		}
	}
	b.claim()
	out := &ResourceCatalog{}
	resources, templates := sha256.New(), sha256.New()
	for _, s := range servers {
		offer := s.resources.Load()
		for _, r := range offer.resources {
			r := *r
			r.Bound = b.resources.owner(r.URI) == s
			addTo(resources, r.Server, r.digest, r.Bound)
			out.Resources = append(out.Resources, &r)
		}
		for _, t := range offer.templates {
			t := b.withTemplateBinding(s, t)
			addTo(templates, t.Server, t.digest, t.Bound)
			out.Templates = append(out.Templates, t)
		}
		if problem := s.resourceProblem(); problem != nil {
			out.Unavailable = append(out.Unavailable, ServerProblem{Server: s.cfg.Name, State: s.state(), Err: problem})
		}
	}
	out.ResourcesRevision = hex.EncodeToString(resources.Sum(nil))
	out.TemplatesRevision = hex.EncodeToString(templates.Sum(nil))
	return out, nil
}

// addTo adds a definition to a revision. There may be very many, and every page of
// a list comes with the revision of the whole.
func addTo(revision hash.Hash, server string, digest [32]byte, bound bool) {
	text := append(strconv.AppendQuote(nil, server), digest[:]...)
	revision.Write(strconv.AppendBool(text, bound))
}

// ShadowedResources returns the URIs and the templates that more than one server
// offers, as far as that is known: it never waits.
func (b *Bridge) ShadowedResources() (uris, templates []ShadowedName) {
	return b.resources.shadowed(), b.templates.shadowed()
}

// withTemplateBinding returns a copy that says whether the template's text reaches
// it.
func (b *Bridge) withTemplateBinding(s *server, t *ResourceTemplate) *ResourceTemplate {
	out := *t
	out.Bound = b.templates.owner(t.Template) == s
	return &out
}

// resourceProblem says why a server's resources are not known, or are those last
// seen; nil: they are known.
func (s *server) resourceProblem() *Error {
	if problem := s.problem(); problem != nil {
		return problem
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.resourcesErr == nil && !s.resources.Load().listed() {
		// It came up this very moment.
		return s.fault(KindServerUnavailable, StageList, nil).again(s.cfg.Backoff.Initial)
	}
	return s.resourcesErr
}
