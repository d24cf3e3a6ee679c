package mcpbridge

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/definition"
	"github.com/coderef-system/coderefd/mcpbridge/internal/uritemplate"
)

const (
	// maxURIBytes bounds a URI or template: no request can contain a longer one.
	maxURIBytes = 4096
	// maxResources bounds the listed resources of one server, far above any real one.
	maxResources = 100_000
	// maxTemplates bounds the templates of one server: a read of a URI that is not
	// listed has to try them all.
	maxTemplates = 1000
)

var (
	errNoURI            = errors.New("the resource has no URI")
	errLongURI          = fmt.Errorf("the URI has more than %d bytes", maxURIBytes)
	errNoTemplate       = errors.New("the resource template has no URI template")
	errTooManyResources = fmt.Errorf("more than %d resources", maxResources)
	errTooManyTemplates = fmt.Errorf("more than %d templates", maxTemplates)
)

// resourceList is the resources and templates that a server listed. It does not change
// after newResourceList.
type resourceList struct {
	resources  []*Resource // sorted by URI
	byURI      map[string]*Resource
	templates  []*ResourceTemplate // sorted by template
	byTemplate map[string]*ResourceTemplate
	listedAt   time.Time // zero: never
}

func (l *resourceList) listed() bool { return !l.listedAt.IsZero() }

// newResourceList reads the definitions of a server, listed at now. It returns an error
// for each resource and template that it omits.
func newResourceList(
	server string, resources, templates []json.RawMessage, now time.Time,
) (list *resourceList, noResource, noTemplate []*definition.Error) {
	list = &resourceList{
		byURI:      make(map[string]*Resource, len(resources)),
		byTemplate: make(map[string]*ResourceTemplate, len(templates)),
		listedAt:   now,
	}
	for i, raw := range resources {
		if err := list.addResource(server, raw); err != nil {
			noResource = append(noResource, definition.NewError(i, raw, err))
		}
	}
	for i, raw := range templates {
		if err := list.addTemplate(server, raw); err != nil {
			noTemplate = append(noTemplate, definition.NewError(i, raw, err))
		}
	}
	slices.SortFunc(list.resources, func(a, b *Resource) int { return cmp.Compare(a.URI, b.URI) })
	slices.SortFunc(list.templates, func(a, b *ResourceTemplate) int { return cmp.Compare(a.Template, b.Template) })
	return list, noResource, noTemplate
}

// offers reports whether a URI is listed or matches a template.
func (l *resourceList) offers(uri string) bool {
	matches := func(t *ResourceTemplate) bool { return t.Match(uri) }
	return l.byURI[uri] != nil || slices.ContainsFunc(l.templates, matches)
}

// equal reports whether a server returned both lists and they have the same
// definitions.
func (l *resourceList) equal(other *resourceList) bool {
	sameResource := func(a, b *Resource) bool { return a.digest == b.digest }
	sameTemplate := func(a, b *ResourceTemplate) bool { return a.digest == b.digest }
	return l.listed() && other.listed() &&
		slices.EqualFunc(l.resources, other.resources, sameResource) &&
		slices.EqualFunc(l.templates, other.templates, sameTemplate)
}

// commonMembers are the members that resources and templates share.
type commonMembers struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	MIMEType    string          `json:"mimeType"`
	Annotations json.RawMessage `json:"annotations"`
}

type resourceDefinition struct {
	commonMembers
	URI  string          `json:"uri"`
	Size json.RawMessage `json:"size"`
}

type templateDefinition struct {
	commonMembers
	Template string `json:"uriTemplate"`
}

func (l *resourceList) addResource(server string, raw json.RawMessage) error {
	var def resourceDefinition
	if err := json.Unmarshal(raw, &def); err != nil {
		return err
	}
	switch {
	case def.URI == "":
		return errNoURI
	case len(def.URI) > maxURIBytes:
		return errLongURI
	case l.byURI[def.URI] != nil:
		return errDuplicate
	case len(l.resources) == maxResources:
		return errTooManyResources
	}
	r := &Resource{
		Server: server, URI: def.URI, Name: def.Name, Title: def.Title, Description: def.Description,
		MIMEType: def.MIMEType, Hints: readHints(def.Annotations), digest: sha256.Sum256(raw),
	}
	// A descriptive member that violates MCP is omitted; the resource is kept.
	if json.Unmarshal(def.Size, &r.Size) != nil || r.Size != nil && *r.Size < 0 {
		r.Size = nil
	}
	l.byURI[r.URI] = r
	l.resources = append(l.resources, r)
	return nil
}

func (l *resourceList) addTemplate(server string, raw json.RawMessage) error {
	var def templateDefinition
	if err := json.Unmarshal(raw, &def); err != nil {
		return err
	}
	switch {
	case def.Template == "":
		return errNoTemplate
	case len(def.Template) > maxURIBytes:
		return errLongURI
	case l.byTemplate[def.Template] != nil:
		return errDuplicate
	case len(l.templates) == maxTemplates:
		return errTooManyTemplates
	}
	t := &ResourceTemplate{
		Server: server, Template: def.Template, Name: def.Name, Title: def.Title, Description: def.Description,
		MIMEType: def.MIMEType, Hints: readHints(def.Annotations), digest: sha256.Sum256(raw),
	}
	parsed, err := uritemplate.Parse(t.Template)
	if err != nil {
		t.Problem = "the template " + err.Error()
	} else {
		t.parsed = parsed
		for _, v := range parsed.Variables() {
			t.Variables = append(t.Variables, TemplateVariable(v))
		}
	}
	l.byTemplate[t.Template] = t
	l.templates = append(l.templates, t)
	return nil
}

// readHints reads annotations and omits members that violate MCP.
func readHints(raw json.RawMessage) ContentHints {
	var members map[string]json.RawMessage
	var hints ContentHints
	if json.Unmarshal(raw, &members) != nil {
		return hints
	}
	if json.Unmarshal(members["audience"], &hints.Audience) != nil {
		hints.Audience = nil
	}
	if json.Unmarshal(members["priority"], &hints.Priority) != nil {
		hints.Priority = nil
	}
	if json.Unmarshal(members["lastModified"], &hints.LastModified) != nil {
		hints.LastModified = ""
	}
	return hints
}
