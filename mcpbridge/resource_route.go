package mcpbridge

import "context"

// maxUnlisted bounds the URIs that are bound although nobody lists them: those that
// were read by a template, and those that have left a list.
const maxUnlisted = 4096

// ResourceOwner returns the server that a bare URI is bound to, or that a template's
// text is; empty while it is bound to none. It never waits.
func (b *Bridge) ResourceOwner(uri, template string) string {
	n, name := b.resources, uri
	if template != "" {
		n, name = b.templates, template
	}
	if s := n.owner(name); s != nil {
		return s.cfg.Name
	}
	return ""
}

// routeResource finds the server for a read.
func (b *Bridge) routeResource(ctx context.Context, name, uri string) (*server, *Error) {
	if b.life.Err() != nil {
		return nil, &Error{Kind: KindClosed, Stage: StageRoute, Err: errClosing}
	}
	if name == "" {
		return b.resolveResource(ctx, uri)
	}
	s := b.byName[name]
	if s == nil {
		return nil, &Error{Kind: KindServerNotFound, Server: name, Stage: StageRoute}
	}
	if s.resources.Load().byURI[uri] == nil {
		if err := checkURI(uri); err != nil {
			return s, &Error{Kind: KindMalformedURI, Server: name, Stage: StageRoute, Err: err}
		}
	}
	return s, nil
}

// resolveResource finds the owner of a bare URI: the first server that lists it,
// or else the first with a template that matches it.
func (b *Bridge) resolveResource(ctx context.Context, uri string) (*server, *Error) {
	owner, err := b.resources.find(ctx, uri)
	if owner != nil || err != nil {
		return owner, err
	}
	// A server may list what is no URI by the book; nobody does that here.
	if err := checkURI(uri); err != nil {
		return nil, &Error{Kind: KindMalformedURI, Stage: StageRoute, Err: err}
	}
	for _, s := range b.servers {
		if s.resources.Load().offers(uri) {
			b.forgetResources()
			return b.resources.set(uri, s), nil
		}
	}
	return nil, b.nowhereToRead(Error{Kind: KindResourceNotFound, Stage: StageRoute})
}

// forgetResources keeps the memory of bound URIs bounded.
func (b *Bridge) forgetResources() {
	listed := 0
	for _, s := range b.servers {
		listed += len(s.resources.Load().resources)
	}
	b.resources.forget(listed+maxUnlisted, func(uri string, owner *server) bool {
		return owner.resources.Load().byURI[uri] != nil
	})
	// Templates change with a server's version, not with its data.
	b.templates.forget(len(b.servers)*2*maxTemplates, func(text string, owner *server) bool {
		return owner.resources.Load().byTemplate[text] != nil
	})
}

// nowhereToRead returns missing, or, while a server whose resources are unknown may
// come up soon, why they are.
func (b *Bridge) nowhereToRead(missing Error) *Error {
	for _, s := range b.servers {
		if s.resources.Load().listed() || !s.expected() {
			continue
		}
		if problem := s.problem(); problem != nil {
			return problem
		}
	}
	return &missing
}

// ResourceTemplate returns a template by its text. An empty server means the one
// that the text is bound to. Every error is an [*Error].
func (b *Bridge) ResourceTemplate(ctx context.Context, server, template string) (*ResourceTemplate, error) {
	s, t, err := b.routeTemplate(ctx, server, template)
	if err != nil {
		return nil, err
	}
	return b.withTemplateBinding(s, t), nil
}

func (b *Bridge) routeTemplate(ctx context.Context, name, text string) (*server, *ResourceTemplate, *Error) {
	if b.life.Err() != nil {
		return nil, nil, &Error{Kind: KindClosed, Stage: StageRoute, Err: errClosing}
	}
	s := b.byName[name]
	if name == "" {
		var err *Error
		if s, err = b.templates.find(ctx, text); err != nil {
			return nil, nil, err
		}
		if s == nil {
			return nil, nil, b.nowhereToRead(Error{Kind: KindTemplateNotFound, Stage: StageRoute})
		}
	} else if s == nil {
		return nil, nil, &Error{Kind: KindServerNotFound, Server: name, Stage: StageRoute}
	}
	t, err := s.template(ctx, text)
	return s, t, err
}

// template returns a server's template. The caller wants this server and no other,
// so it waits for the first list as long as it may.
func (s *server) template(ctx context.Context, text string) (*ResourceTemplate, *Error) {
	if t := s.resources.Load().byTemplate[text]; t != nil {
		return t, nil
	}
	if err := s.await(ctx, s.resourcesSettled, nil); err != nil {
		return nil, err
	}
	offer := s.resources.Load()
	if t := offer.byTemplate[text]; t != nil {
		return t, nil
	}
	if !offer.listed() {
		if problem := s.resourceProblem(); problem != nil {
			return nil, problem
		}
	}
	return nil, &Error{Kind: KindTemplateNotFound, Server: s.cfg.Name, Stage: StageRoute}
}
