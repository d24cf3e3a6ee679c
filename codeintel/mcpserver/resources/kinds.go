package resources

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
)

// allKinds returns the kinds by name.
func (r *Resources) allKinds() map[string]kind {
	return map[string]kind{
		summaryKind: {
			title: "Project summary", mimeType: jsonType, priority: 0.8, read: asJSON(r.summary),
			description: "The contents of a project: files by language, elements by type, skipped files by " +
				"reason, syntax errors, and a digest of the contents. It is small for projects of any size.",
		},
		elementsKind: {
			title: "Elements of a project", mimeType: jsonType, priority: 0.5, read: asJSON(r.tools.Scan),
			parameters: []string{"languages", "cursor", "limit"},
			description: "The declarations of a project, in pages, as coderef_scan returns them. languages is a " +
				"list such as ts,tsx.",
		},
		elementKind: {
			title: "Element with its source", mimeType: jsonType, priority: 1, read: r.readElement,
			parameters: []string{"target"},
			description: "An element as JSON, and its source text as a second content. target is an id from a " +
				"scan, or any other target that coderef_query accepts.",
		},
		sourceKind: {
			title: "Source of an element", priority: 0.9, read: r.readSource,
			parameters: []string{"target"},
			description: "The current lines of an element or file. target is an id from a scan, or any other target " +
				"that coderef_query accepts.",
		},
		relationsKind: {
			title: "Relations of an element", mimeType: jsonType, priority: 0.7, read: asJSON(r.tools.Query),
			parameters: []string{"target", "query_type", "max_depth", "cursor", "limit"},
			description: "The relations of an element or file, in pages, as coderef_query returns them. query_type is " +
				"calls, imports or depends-on for the elements that it calls, imports or depends on, and calls-me, imports-me " +
				"or depends-on-me for those that call it, import it or depend on it.",
		},
	}
}

// template returns the RFC 6570 template of a kind. Reserved expansion (+) keeps the
// slashes of the path. It also keeps ?, # and %, which the client must percent-encode.
func (k kind) template(name string) *mcp.ResourceTemplate {
	uri := resourceuri.Scheme + "://" + name + "{+project_path}"
	for i, parameter := range k.parameters {
		separator := ","
		if i == 0 {
			separator = "{?"
		}
		uri += separator + parameter
	}
	if len(k.parameters) > 0 {
		uri += "}"
	}
	return &mcp.ResourceTemplate{
		URITemplate: uri, Name: name, Title: k.title, MIMEType: k.mimeType, Annotations: annotations(k.priority),
		Description: k.description + " project_path is the absolute path of the project's root folder, " +
			"with ?, # and % percent-encoded.",
	}
}

func annotations(priority float64) *mcp.Annotations {
	return &mcp.Annotations{Audience: []mcp.Role{"user", "assistant"}, Priority: priority}
}
