package app

import (
	"cmp"

	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors"
	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/internal/method"
)

// policies answers the interceptors' questions from the configuration.
type policies struct {
	methods *method.Table
	config  *config.Config
	// owner names the server that a bare tool name reaches, reader the one that a
	// URI or, if there is one, a template does; "" while unknown.
	owner  func(tool string) string
	reader func(uri, template string) string
}

var _ interceptors.Lookup = (*policies)(nil)

// calledTool returns the call that a request asks for; nil if it asks for none.
func calledTool(req any) *toolv1.CallToolRequest {
	switch r := req.(type) {
	case *toolv1.CallToolRequest:
		return r
	case *toolv1.StreamCallToolRequest:
		return r.GetCall()
	default:
		return nil
	}
}

// readResource returns the read that a request asks for; nil if it asks for none.
func readResource(req any) *resourcev1.GetResourceRequest {
	switch r := req.(type) {
	case *resourcev1.GetResourceRequest:
		return r
	case *resourcev1.StreamResourceRequest:
		return r.GetRead()
	default:
		return nil
	}
}

// Policy returns what holds for a call: the tool's own words, then the server's,
// then the service's. Watches, health and reflection are not limited.
func (p *policies) Policy(fullMethod string, req any) interceptors.Policy {
	row := p.methods.Of(fullMethod)
	switch {
	case row.Auxiliary, row.Watch:
		return interceptors.Policy{}
	case row.Tool != "":
		return p.tool(config.CodeIntelServer, row.Tool)
	case !row.Known():
		return p.strictest()
	}
	switch fullMethod {
	case toolv1.ToolService_CallTool_FullMethodName, toolv1.ToolService_StreamCallTool_FullMethodName:
		if r := calledTool(req); r != nil {
			return p.tool(cmp.Or(r.GetServer(), p.ownerOf(r.GetName())), r.GetName())
		}
		return p.any()
	case resourcev1.ResourceService_GetResource_FullMethodName, resourcev1.ResourceService_StreamResource_FullMethodName:
		if r := readResource(req); r != nil {
			return capped(p.server(cmp.Or(r.GetServer(), p.reader(r.GetUri(), r.GetUriTemplate()))))
		}
		return p.any()
	default:
		return p.policy()
	}
}

// strictest is the policy of a method that the table does not have: it has a
// deadline, and is not repeated.
func (p *policies) strictest() interceptors.Policy {
	policy := p.policy()
	policy.MaxAttempts = 0
	return policy
}

// policy is what holds where no server or tool says otherwise.
func (p *policies) policy() interceptors.Policy {
	return interceptors.Policy{
		DefaultTimeout: p.config.Deadlines.Default,
		MaxTimeout:     p.config.Deadlines.Max,
		MaxAttempts:    p.config.Retry.MaxAttempts,
		Backoff:        p.config.Retry.Backoff,
	}
}

// any is what holds for a stream whose request is not known yet: the widest of
// all caps, so that no tool's own is cut by another's.
func (p *policies) any() interceptors.Policy {
	policy := p.policy()
	for i := range p.config.Servers {
		s := &p.config.Servers[i]
		policy.MaxTimeout = max(policy.MaxTimeout, s.Call.MaxTimeout)
		for _, t := range s.Tools {
			policy.MaxTimeout = max(policy.MaxTimeout, t.MaxTimeout)
		}
	}
	policy.DefaultTimeout = 0
	return policy
}

// tool narrows the policy to one tool of one server.
func (p *policies) tool(serverName, tool string) interceptors.Policy {
	policy := p.server(serverName)
	policy.Tool = tool
	if s := p.config.Server(serverName); s != nil {
		apply(&policy, s.Tools[tool].Call)
	}
	return capped(policy)
}

// server narrows the policy to one server.
func (p *policies) server(name string) interceptors.Policy {
	policy := p.policy()
	policy.Server = name
	if s := p.config.Server(name); s != nil {
		apply(&policy, s.Call)
	}
	return policy
}

// ownerOf names the server of a bare tool name. While the bridge does not know
// the tools of every server, a server that is configured for the tool counts.
func (p *policies) ownerOf(tool string) string {
	if owner := p.owner(tool); owner != "" {
		return owner
	}
	for i := range p.config.Servers {
		if _, ok := p.config.Servers[i].Tools[tool]; ok {
			return p.config.Servers[i].Name
		}
	}
	return ""
}

// capped returns the policy with no default over its cap.
func capped(policy interceptors.Policy) interceptors.Policy {
	policy.DefaultTimeout = min(policy.DefaultTimeout, policy.MaxTimeout)
	return policy
}

// apply lays the set fields of a narrower scope over the policy.
func apply(policy *interceptors.Policy, c config.Call) {
	policy.DefaultTimeout = cmp.Or(c.Timeout, policy.DefaultTimeout)
	policy.MaxTimeout = cmp.Or(c.MaxTimeout, policy.MaxTimeout)
	policy.MaxAttempts = cmp.Or(c.MaxAttempts, policy.MaxAttempts)
	policy.Backoff = max(0, cmp.Or(c.Backoff, policy.Backoff))
}
