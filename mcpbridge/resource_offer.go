package mcpbridge

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/uritemplate"
)

// maxURIBytes bounds a URI or template: no request can name a longer one.
const maxURIBytes = 4096

// maxResources bounds the listed resources of one server: far beyond honest use.
const maxResources = 100_000

// maxTemplates bounds the templates of one server: a read of a URI that nobody
// lists has to try them all.
const maxTemplates = 1000

// listPatience bounds the listing of resources where a call waits for it.
const listPatience = 5 * time.Second

var (
	errNoResources      = errors.New("the server offers no resources")
	errNoURI            = errors.New("the resource has no URI")
	errLongURI          = fmt.Errorf("the URI has more than %d bytes", maxURIBytes)
	errNoTemplate       = errors.New("the resource template has no URI template")
	errTooManyResources = fmt.Errorf("there are more than %d resources", maxResources)
	errTooManyTemplates = fmt.Errorf("there are more than %d templates", maxTemplates)
)

// resourceOffer is the resources that a server offered when it was last asked. It
// does not change.
type resourceOffer struct {
	resources  []*Resource // sorted by URI
	byURI      map[string]*Resource
	templates  []*ResourceTemplate // sorted by text
	byTemplate map[string]*ResourceTemplate
	at         time.Time // zero: they were never listed
}

func (o *resourceOffer) listed() bool { return !o.at.IsZero() }

// offers reports whether a URI is listed or matches a template.
func (o *resourceOffer) offers(uri string) bool {
	return o.byURI[uri] != nil || slices.ContainsFunc(o.templates, func(t *ResourceTemplate) bool { return t.Match(uri) })
}

func (s *server) resourcesKnown() <-chan struct{} { return s.resourcesSettled }

func (s *server) resourceURIs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, r := range s.resources.Load().resources {
			if !yield(r.URI) {
				return
			}
		}
	}
}

func (s *server) templateTexts() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, t := range s.resources.Load().templates {
			if !yield(t.Template) {
				return
			}
		}
	}
}

// listResources asks a process for the server's resources and publishes them. A
// failure stays with the server until a list succeeds.
func (s *server) listResources(ctx context.Context, proc *process) error {
	resources, templates, err := proc.sess.ListResources(ctx)
	if err != nil {
		s.resourcesFailed(ctx, err)
		return err
	}
	next := &resourceOffer{
		byURI: make(map[string]*Resource, len(resources)), byTemplate: make(map[string]*ResourceTemplate, len(templates)),
		at: time.Now(),
	}
	s.take("resource", resources, next.addResource)
	s.take("resource template", templates, next.addTemplate)
	slices.SortFunc(next.resources, func(a, b *Resource) int { return cmp.Compare(a.URI, b.URI) })
	slices.SortFunc(next.templates, func(a, b *ResourceTemplate) int { return cmp.Compare(a.Template, b.Template) })
	s.publishResources(next)
	return nil
}

// resourcesFailed notes that the resources could not be listed, unless the process
// has ended, which the server's state tells.
func (s *server) resourcesFailed(ctx context.Context, err error) {
	a := attempt{b: s.b, s: s}
	failure := a.classify(ctx, err)
	failure.Stage = StageList
	s.mu.Lock()
	defer s.mu.Unlock()
	if failure.Kind != KindCanceled && failure.Kind != KindServerExited && failure.Kind != KindClosed {
		s.resourcesErr = failure
	}
	s.settleResourcesLocked()
}

// settleResourcesLocked ends the wait for the first list.
func (s *server) settleResourcesLocked() {
	if !over(s.resourcesSettled) {
		close(s.resourcesSettled)
	}
}

// take adds definitions of one kind to an offer, but for those that cannot be used,
// of which it tells operators.
func (s *server) take(what string, definitions []json.RawMessage, add func(server string, raw json.RawMessage) error) {
	leftOut := 0
	for _, raw := range definitions {
		if err := add(s.cfg.Name, raw); err != nil {
			if leftOut++; leftOut <= maxLeftOutLogged {
				s.leaveOut(what, err)
			}
		}
	}
	if leftOut > maxLeftOutLogged {
		s.b.log.Warn(what+"s left out: their definitions are unusable", "server", s.cfg.Name, "count", leftOut)
	}
}

// leaveOut tells operators of a definition that cannot be used.
func (s *server) leaveOut(what string, err error) {
	s.b.log.Warn(what+" left out: its definition is unusable", "server", s.cfg.Name, s.output.failure(err))
}

// publishResources makes a list the server's offer, and tells subscribers if that
// changed anything.
func (s *server) publishResources(next *resourceOffer) {
	old := s.resources.Swap(next)
	s.mu.Lock()
	s.resourcesErr = nil
	s.settleResourcesLocked()
	s.mu.Unlock()
	same := old.listed() &&
		slices.EqualFunc(old.resources, next.resources, func(a, b *Resource) bool { return a.digest == b.digest }) &&
		slices.EqualFunc(old.templates, next.templates, func(a, b *ResourceTemplate) bool { return a.digest == b.digest })
	s.b.forgetResources()
	if claimed := s.b.claim(); claimed || !same {
		s.b.changes.signal()
	}
}

// definition is what resources and templates have in common.
type definition struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	MIMEType    string          `json:"mimeType"`
	Annotations json.RawMessage `json:"annotations"`
}

type resourceDefinition struct {
	definition
	URI  string          `json:"uri"`
	Size json.RawMessage `json:"size"`
}

type templateDefinition struct {
	definition
	Template string `json:"uriTemplate"`
}

func (o *resourceOffer) addResource(server string, raw json.RawMessage) error {
	var def resourceDefinition
	if err := json.Unmarshal(raw, &def); err != nil {
		return err
	}
	switch {
	case def.URI == "":
		return errNoURI
	case len(def.URI) > maxURIBytes:
		return errLongURI
	case o.byURI[def.URI] != nil:
		return errRepeated
	case len(o.resources) == maxResources:
		return errTooManyResources
	}
	r := &Resource{
		Server: server, URI: def.URI, Name: def.Name, Title: def.Title, Description: def.Description,
		MIMEType: def.MIMEType, Hints: readHints(def.Annotations), digest: sha256.Sum256(raw),
	}
	// What only describes is left out alone when it is not as MCP says.
	if json.Unmarshal(def.Size, &r.Size) != nil || r.Size != nil && *r.Size < 0 {
		r.Size = nil
	}
	o.byURI[r.URI] = r
	o.resources = append(o.resources, r)
	return nil
}

func (o *resourceOffer) addTemplate(server string, raw json.RawMessage) error {
	var def templateDefinition
	if err := json.Unmarshal(raw, &def); err != nil {
		return err
	}
	switch {
	case def.Template == "":
		return errNoTemplate
	case len(def.Template) > maxURIBytes:
		return errLongURI
	case o.byTemplate[def.Template] != nil:
		return errRepeated
	case len(o.templates) == maxTemplates:
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
	o.byTemplate[t.Template] = t
	o.templates = append(o.templates, t)
	return nil
}

// readHints reads annotations, as far as they are what MCP says.
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
