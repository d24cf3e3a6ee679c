package server

import (
	"context"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/internal/near"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/text"
)

const (
	// maxCompared bounds the number of names that a misspelt name is compared with.
	maxCompared = 1000
	// maxNamed bounds the number of templates in a message.
	maxNamed = 3
)

// nearResources returns suggestions for a URI or template that does not exist on a server (or on any server
// if the name is empty). The suggestions are similar resources and templates or, if there are none, templates
// of the same URI scheme. If a URI matches a template, its form is correct, so no templates are suggested. If
// the catalog is not available, there are no suggestions.
func (s *resourceService) nearResources(ctx context.Context, server, text string) (resources, templates []string) {
	catalog, err := s.Resources.ResourceCatalog(ctx, server)
	if err != nil {
		return nil, nil
	}
	for _, r := range catalog.Resources[:min(len(catalog.Resources), maxCompared)] {
		resources = append(resources, r.URI)
	}
	for _, t := range catalog.Templates[:min(len(catalog.Templates), maxCompared)] {
		templates = append(templates, t.Template)
	}
	resources = near.Names(text, resources)
	if slices.ContainsFunc(catalog.Templates, func(t *mcpbridge.ResourceTemplate) bool { return t.Match(text) }) {
		return resources, nil
	}
	if likely := near.Names(text, templates); len(likely) > 0 || len(resources) > 0 {
		return resources, likely
	}
	if likely := nearTemplates(text, templates); len(likely) > 0 {
		return nil, likely
	}
	scheme, _, _ := strings.Cut(text, ":")
	templates = slices.DeleteFunc(templates, func(t string) bool { return !strings.HasPrefix(t, scheme+":") })
	return nil, templates[:min(len(templates), maxNamed)]
}

// nearTemplates returns the templates whose literal beginning is the most similar to that of a misspelt URI.
func nearTemplates(text string, templates []string) []string {
	beginning := func(template string) string {
		literal, _, _ := strings.Cut(template, "{")
		return literal
	}
	beginnings := make([]string, len(templates))
	for i, template := range templates {
		beginnings[i] = beginning(template)
	}
	likely := near.Beginnings(text, beginnings)
	var found []string
	for _, template := range templates {
		if slices.Contains(likely, beginning(template)) && len(found) < maxNamed {
			found = append(found, template)
		}
	}
	return found
}

// orElse returns the suggestions as the end of an error message.
func orElse(kind string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = text.Clean(name, text.MaxForeign/2)
	}
	return "; " + kind + " " + strings.Join(quoted, ", ")
}
