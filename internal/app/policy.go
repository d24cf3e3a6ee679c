package app

import (
	"cmp"

	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors"
	"github.com/coderef-system/coderefd/interceptors/deadline"
	"github.com/coderef-system/coderefd/interceptors/retry"
	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/internal/method"
)

// policies looks up the policies of calls in the configuration.
type policies struct {
	methods *method.Table
	config  *config.Config
	// owner returns the server of a bare tool name. reader returns the server of a URI or, if there is one,
	// of a template. Both return "" if the server is unknown.
	owner  func(tool string) string
	reader func(uri, template string) string
}

var _ interceptors.Lookup = (*policies)(nil)

// calledTool returns the CallToolRequest that a request is or contains, or nil.
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

// readResource returns the GetResourceRequest that a request is or contains, or nil.
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

// Policy returns the policy of a call: settings of the tool override those of the server, which override
// those of the service. Watches, health and reflection have no limits.
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
	case resourcev1.ResourceService_GetResource_FullMethodName,
		resourcev1.ResourceService_StreamResource_FullMethodName:
		if r := readResource(req); r != nil {
			return capped(p.server(cmp.Or(r.GetServer(), p.reader(r.GetUri(), r.GetUriTemplate()))))
		}
		return p.any()
	default:
		return p.policy()
	}
}

// strictest returns the policy of a method without a row in the table: it has a deadline and is not repeated.
func (p *policies) strictest() interceptors.Policy {
	policy := p.policy()
	policy.Retry.MaxAttempts = 0
	return policy
}

// policy returns the policy of the service, without settings of a server or a tool.
func (p *policies) policy() interceptors.Policy {
	return interceptors.Policy{
		Timeouts: deadline.Timeouts{Default: p.config.Deadlines.Default, Max: p.config.Deadlines.Max},
		Retry:    retry.Policy{MaxAttempts: p.config.Retry.MaxAttempts, Backoff: p.config.Retry.Backoff},
	}
}

// any returns the policy of a stream whose request has not been read: the largest of all caps, so that the
// cap of one tool does not shorten the deadline of another.
func (p *policies) any() interceptors.Policy {
	policy := p.policy()
	for i := range p.config.Servers {
		s := &p.config.Servers[i]
		policy.Timeouts.Max = max(policy.Timeouts.Max, s.Call.MaxTimeout)
		for _, t := range s.Tools {
			policy.Timeouts.Max = max(policy.Timeouts.Max, t.MaxTimeout)
		}
	}
	policy.Timeouts.Default = 0
	return policy
}

// tool returns the policy of one tool of one server.
func (p *policies) tool(serverName, tool string) interceptors.Policy {
	policy := p.server(serverName)
	if s := p.config.Server(serverName); s != nil {
		apply(&policy, s.Tools[tool].Call)
	}
	return capped(policy)
}

// server returns the policy of one server.
func (p *policies) server(name string) interceptors.Policy {
	policy := p.policy()
	policy.Retry.Server = name
	if s := p.config.Server(name); s != nil {
		apply(&policy, s.Call)
	}
	return policy
}

// ownerOf returns the server of a bare tool name. While the bridge does not know the tools of every server,
// it returns a server whose configuration names the tool.
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

// capped reduces the default to the cap.
func capped(policy interceptors.Policy) interceptors.Policy {
	policy.Timeouts.Default = min(policy.Timeouts.Default, policy.Timeouts.Max)
	return policy
}

// apply overrides the policy with the set fields of a narrower scope.
func apply(policy *interceptors.Policy, c config.Call) {
	policy.Timeouts.Default = cmp.Or(c.Timeout, policy.Timeouts.Default)
	policy.Timeouts.Max = cmp.Or(c.MaxTimeout, policy.Timeouts.Max)
	policy.Retry.MaxAttempts = cmp.Or(c.MaxAttempts, policy.Retry.MaxAttempts)
	policy.Retry.Backoff = max(0, cmp.Or(c.Backoff, policy.Retry.Backoff))
}
