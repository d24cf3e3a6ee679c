package mcpbridge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
)

// offering configures a server with resources.
func offering(t testing.TB, name, mode string, offer faultchild.Offer) mcpbridge.ServerConfig {
	t.Helper()
	param, err := json.Marshal(offer)
	if err != nil {
		t.Fatal(err)
	}
	return faulty(t, name, mode, string(param))
}

func uris(list ...string) faultchild.Offer { return faultchild.Offer{URIs: list} }

// patient returns a context with a long deadline, for operations that must succeed.
func patient(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// read reads a resource that must exist and returns its contents.
func read(t testing.TB, b *mcpbridge.Bridge, server, uri string) *mcpbridge.Result {
	t.Helper()
	result, err := b.ReadResource(patient(t), mcpbridge.Read{Server: server, URI: uri})
	if err != nil {
		t.Fatalf("%s: %v", uri, err)
	}
	return result
}

func readError(t testing.TB, b *mcpbridge.Bridge, server, uri string) *mcpbridge.Error {
	t.Helper()
	_, err := b.ReadResource(patient(t), mcpbridge.Read{Server: server, URI: uri})
	return asError(t, err)
}

// listed returns "server uri" of each resource and "server template" of each template, with
// a * where a request has to name the server.
func listed(t testing.TB, b *mcpbridge.Bridge, server string) (resources, templates []string) {
	t.Helper()
	catalog, err := b.ResourceCatalog(patient(t), server)
	if err != nil {
		t.Fatal(err)
	}
	mark := map[bool]string{false: "*"}
	for _, r := range catalog.Resources {
		resources = append(resources, r.Server+" "+r.URI+mark[r.Bound])
	}
	for _, r := range catalog.Templates {
		templates = append(templates, r.Server+" "+r.Template+mark[r.Bound])
	}
	return resources, templates
}

func same(t testing.TB, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func TestResourceCatalog(t *testing.T) {
	b := open(t,
		offering(t, "one", "resources", faultchild.Offer{
			URIs:      []string{"res:b", "res:a", "res:a"},
			Templates: []string{"t:{x}", "t:{"},
		}),
		faulty(t, "none", "ok"),
		offering(t, "two", "resources+pages", faultchild.Offer{
			URIs:      []string{"res:c", "res:a", "res:d"},
			Templates: []string{"t:{x}", "u:{x}"},
		}),
		offering(t, "three", "resources+only-templates", faultchild.Offer{
			URIs:      []string{"res:e"},
			Templates: []string{"v:{x}"},
		}),
	)
	resources, templates := listed(t, b, "")
	same(t, "resources", resources, []string{"one res:a", "one res:b", "two res:a*", "two res:c", "two res:d"})
	same(t, "templates", templates, []string{"one t:{", "one t:{x}", "two t:{x}*", "two u:{x}", "three v:{x}"})
	resources, templates = listed(t, b, "two")
	same(t, "resources of two", resources, []string{"two res:a*", "two res:c", "two res:d"})
	same(t, "templates of two", templates, []string{"two t:{x}*", "two u:{x}"})

	catalog, err := b.ResourceCatalog(patient(t), "one")
	if err != nil || len(catalog.Unavailable) > 0 {
		t.Fatalf("ResourceCatalog(one): got unavailable servers %v, error %v, want neither", catalog.Unavailable, err)
	}
	if r := catalog.Resources[0]; r.Name != "a resource" || r.MIMEType != "text/plain" || r.Size != nil {
		t.Errorf(`resource = %+v, want name "a resource", type text/plain, no size`, r)
	}
	broken, good := catalog.Templates[0], catalog.Templates[1]
	if broken.Problem != "the template contains a { without a }" || good.Problem != "" || len(good.Variables) != 1 ||
		!good.Variables[0].Required {
		t.Errorf("templates = %+v and %+v, want an unclosed {, and one with a required variable", broken, good)
	}
	if status, err := b.Server("two"); err != nil || status.Resources != 3 {
		t.Errorf("Server(two) = %+v, error %v, want 3 resources", status, err)
	}
	if _, err := b.ResourceCatalog(patient(t), "four"); asError(t, err).Kind != mcpbridge.KindServerNotFound {
		t.Errorf("ResourceCatalog(four): got %s, want server not found", describe(err))
	}
}

// A resource with an invalid descriptive member is kept; a resource without a URI is
// omitted.
func TestUnusableDefinitions(t *testing.T) {
	offer := faultchild.Offer{URIs: []string{"res:a"}}
	for _, raw := range []string{
		`7`, `{"name":"no URI"}`, `{"uri":7}`, `{"uri":"res:` + strings.Repeat("x", 5000) + `"}`,
		`{"uri":"res:neg","size":-1}`, `{"uri":"res:odd","size":"large","annotations":{"audience":"user","priority":"high","lastModified":7}}`,
		`{"uri":"res:full","title":"T","description":"D","size":12,"annotations":{"audience":["user"],"priority":0.5,"lastModified":"2025-01-02T03:04:05Z"}}`,
	} {
		offer.Raw = append(offer.Raw, json.RawMessage(raw))
	}
	b := open(t, offering(t, "one", "resources", offer))
	resources, _ := listed(t, b, "")
	same(t, "resources", resources, []string{"one res:a", "one res:full", "one res:neg", "one res:odd"})
	catalog, err := b.ResourceCatalog(patient(t), "")
	if err != nil {
		t.Fatal(err)
	}
	full, negative, odd := catalog.Resources[1], catalog.Resources[2], catalog.Resources[3]
	if full.Title != "T" || full.Description != "D" || *full.Size != 12 || *full.Hints.Priority != 0.5 ||
		full.Hints.Audience[0] != "user" || full.Hints.LastModified != "2025-01-02T03:04:05Z" {
		t.Errorf(
			"resource = %+v, want title T, description D, size 12, priority 0.5, audience user and the time it was modified",
			full,
		)
	}
	if negative.Size != nil || odd.Size != nil || odd.Hints.Priority != nil || odd.Hints.Audience != nil ||
		odd.Hints.LastModified != "" {
		t.Errorf("resources = %+v and %+v, want no sizes and no hints", negative, odd)
	}
}

// Definitions beyond the bounds are omitted, and the log does not grow with their number.
func TestTooManyResources(t *testing.T) {
	var offer faultchild.Offer
	for range 30 {
		offer.Templates = append(offer.Templates, "")
	}
	logged := new(syncBuffer)
	b := openConfig(t, mcpbridge.Config{
		Servers: []mcpbridge.ServerConfig{offering(t, "one", "resources+many", offer)},
		Logger:  slog.New(slog.NewTextHandler(logged, nil)),
	})
	resources, _ := listed(t, b, "")
	if len(resources) != 100_000 || resources[99_999] != "one res:099999" {
		t.Errorf(`listed %d resources, want 100000, the last "one res:099999"`, len(resources))
	}
	text := logged.String()
	for line, want := range map[string]int{
		"more than 100000 resources": 10, "resources omitted: their definitions are unusable\" server=one count=500": 1,
		"has no URI template": 10, "resource templates omitted: their definitions are unusable\" server=one count=30": 1,
	} {
		if got := strings.Count(text, line); got != want {
			t.Errorf("%q is logged %d times, want %d: %.5000s", line, got, want, text)
		}
	}
}

func TestTooManyTemplates(t *testing.T) {
	var offer faultchild.Offer
	for i := range 1001 {
		offer.Templates = append(offer.Templates, fmt.Sprintf("t%d:{x}", i))
	}
	_, templates := listed(t, open(t, offering(t, "one", "resources", offer)), "")
	if len(templates) != 1000 {
		t.Errorf("listed %d templates, want 1000", len(templates))
	}
}

// A failing list of resources affects neither the tools of the server nor a read that names
// the server.
func TestResourcesCannotBeListed(t *testing.T) {
	for mode, want := range map[string]mcpbridge.Kind{
		"resources+fail": mcpbridge.KindRPC, "resources+endless": mcpbridge.KindProtocol, "resources+hang": mcpbridge.KindDeadlineExceeded,
	} {
		t.Run(mode, func(t *testing.T) {
			cfg := offering(t, "bad", mode, uris("res:a"))
			cfg.StartTimeout = 2 * time.Second
			b := open(t, cfg, offering(t, "good", "resources", uris("res:b")))
			call(t, b, "bad", "echo", `{}`)
			if got := read(t, b, "", "res:b").Server; got != "good" {
				t.Errorf("server %q returned res:b, want good", got)
			}
			read(t, b, "bad", "res:a")
			catalog, err := b.ResourceCatalog(patient(t), "")
			if err != nil || len(catalog.Resources) != 1 || len(catalog.Unavailable) != 1 {
				t.Fatalf("ResourceCatalog = %+v, error %v, want 1 resource and 1 unavailable server", catalog, err)
			}
			problem := catalog.Unavailable[0]
			if problem.Server != "bad" || problem.Err.Kind != want || problem.Err.Stage != mcpbridge.StageList {
				t.Errorf(
					"unavailable: got server %q, %s, want server bad, %v at stage list",
					problem.Server, describe(problem.Err), want,
				)
			}
			if err := readError(t, b, "", "res:a"); err.Kind != mcpbridge.KindResourceNotFound || err.Server != "" {
				t.Errorf("ReadResource(res:a): got %s, want resource not found, no server", describe(err))
			}
		})
	}
}

func TestResourcesChange(t *testing.T) {
	for _, mode := range []string{"resources", "modern+resources"} {
		t.Run(mode, func(t *testing.T) {
			b := open(t, offering(t, "one", mode, uris("res:a")))
			before, err := b.ResourceCatalog(patient(t), "")
			if err != nil {
				t.Fatal(err)
			}
			changes, cancel := b.Subscribe()
			defer cancel()
			read(t, b, "", "res:a")
			// Two changes, because the bridge may find the first one without a notification:
			// it lists the resources when a subscription starts.
			for n := range 2 {
				read(t, b, "one", "res:change")
				after := awaitResources(t, b, changes, n+2)
				if after.Resources[n+1].URI != faultchild.New(n+1) || after.ResourcesRevision == before.ResourcesRevision ||
					after.TemplatesRevision != before.TemplatesRevision {
					t.Errorf(
						"change %d: got %+v after %+v, want %s, another resources revision and the same templates revision",
						n, after, before, faultchild.New(n+1),
					)
				}
				before = after
				read(t, b, "", faultchild.New(n+1))
			}
		})
	}
}

// awaitResources waits until the first server lists n resources.
func awaitResources(t testing.TB, b *mcpbridge.Bridge, changes <-chan struct{}, n int) *mcpbridge.ResourceCatalog {
	t.Helper()
	for ctx := patient(t); ; {
		catalog, err := b.ResourceCatalog(ctx, "one")
		if err != nil {
			t.Fatal(err)
		}
		if len(catalog.Resources) == n {
			return catalog
		}
		select {
		case <-changes:
		case <-ctx.Done():
			t.Fatalf("no change was signaled; there are %d resources, want %d", len(catalog.Resources), n)
		}
	}
}

func TestWhoOwnsAURI(t *testing.T) {
	b := open(t,
		offering(t, "one", "resources", faultchild.Offer{URIs: []string{"res:a"}, Templates: []string{"res:{x}"}}),
		offering(t, "two", "resources", faultchild.Offer{
			URIs:      []string{"res:a", "res:b", "odd uri"},
			Templates: []string{"other:{x}", "other:y{x}"},
		}),
		offering(t, "three", "resources", faultchild.Offer{Templates: []string{"other:{x}{?y}"}}),
		faulty(t, "none", "ok"),
	)
	for uri, want := range map[string]string{
		"res:a":      "one", // the first that lists it
		"res:b":      "two", // a listed URI precedes a matching template
		"res:c":      "one", // the template
		"other:1":    "two",
		"other:1?y=": "three",
		"odd uri":    "two", // a listed URI may be invalid
	} {
		if got := read(t, b, "", uri); got.Server != want || !strings.Contains(string(got.Raw), "text of "+uri) {
			t.Errorf("ReadResource(%q): got %s of server %q, want its text of server %q", uri, got.Raw, got.Server, want)
		}
		if got := b.ResourceOwner(uri, ""); got != want {
			t.Errorf("ResourceOwner(%q) = %q, want %q", uri, got, want)
		}
	}
	for _, server := range []string{"one", "two", "three"} { // listed or not
		if got := read(t, b, server, "res:a").Server; got != server {
			t.Errorf("ReadResource(%q, res:a): got server %q, want the named one", server, got)
		}
	}
	for _, test := range []struct {
		server, uri string
		want        mcpbridge.Kind
	}{
		{"", "unknown:x", mcpbridge.KindResourceNotFound},
		{"none", "res:a", mcpbridge.KindResourceNotFound},
		{"four", "res:a", mcpbridge.KindServerNotFound},
		{"", "res:{x}", mcpbridge.KindMalformedURI},
		{"", "no scheme", mcpbridge.KindMalformedURI},
		{"one", "res:a b", mcpbridge.KindMalformedURI},
		{"one", "res:\nb", mcpbridge.KindMalformedURI},
		{"one", "res:ä", mcpbridge.KindMalformedURI},
		{"one", "res:%4", mcpbridge.KindMalformedURI},
		{"one", "4res:a", mcpbridge.KindMalformedURI},
		{"one", "", mcpbridge.KindMalformedURI},
	} {
		err := readError(t, b, test.server, test.uri)
		if err.Kind != test.want || err.Server != test.server || err.URI != test.uri ||
			err.Stage != mcpbridge.StageRoute || err.Written {
			t.Errorf(
				"ReadResource(%q, %q): got %s, want %v of that server and URI, at stage route, not written",
				test.server, test.uri, describe(err), test.want,
			)
		}
	}
}

func TestShadowedResources(t *testing.T) {
	b := open(t,
		offering(t, "one", "resources", faultchild.Offer{
			URIs:      []string{"res:b", "res:a", "res:x"},
			Templates: []string{"t:{x}", "u:{x}"},
		}),
		offering(t, "two", "resources", faultchild.Offer{URIs: []string{"res:a", "res:y"}, Templates: []string{"t:{x}"}}),
		offering(t, "three", "resources", faultchild.Offer{
			URIs:      []string{"res:a", "res:b", "res:y"},
			Templates: []string{"v:{x}"},
		}),
	)
	listed(t, b, "") // waits for all
	uris, templates := b.ShadowedResources()
	wantURIs := []mcpbridge.ShadowedName{
		{Name: "res:a", Owner: "one", Others: []string{"two", "three"}},
		{Name: "res:b", Owner: "one", Others: []string{"three"}},
		{Name: "res:y", Owner: "two", Others: []string{"three"}},
	}
	wantTemplates := []mcpbridge.ShadowedName{{Name: "t:{x}", Owner: "one", Others: []string{"two"}}}
	if !reflect.DeepEqual(uris, wantURIs) || !reflect.DeepEqual(templates, wantTemplates) {
		t.Errorf("shadowed = %v and %v, want %v and %v", uris, templates, wantURIs, wantTemplates)
	}
}

// A URI stays bound to the server that it was read from when another server lists it or gets
// a matching template later.
func TestOwnerStays(t *testing.T) {
	b := open(t,
		offering(t, "one", "resources", uris("res:a")),
		offering(t, "two", "resources", faultchild.Offer{Templates: []string{"res:{x}"}}),
	)
	uri := faultchild.New(1)
	if got := read(t, b, "", uri).Server; got != "two" {
		t.Fatalf("ReadResource(%s): got server %q, want two", uri, got)
	}
	changes, cancel := b.Subscribe()
	defer cancel()
	read(t, b, "one", "res:change")
	awaitResources(t, b, changes, 2)
	if got := read(t, b, "", uri).Server; got != "two" {
		t.Errorf("ReadResource(%s) after a change of the lists: got server %q, want two", uri, got)
	}
	resources, _ := listed(t, b, "one")
	same(t, "resources", resources, []string{"one res:a", "one res:new1*"})
}

// The number of URIs that remain bound although no server lists them is limited.
func TestUnlistedURIsAreForgotten(t *testing.T) {
	const bound = 4096
	b := open(t, offering(t, "one", "resources", faultchild.Offer{URIs: []string{"res:a"}, Templates: []string{"t:{x}"}}))
	for i := range bound {
		read(t, b, "", fmt.Sprintf("t:%d", i))
	}
	if got := b.ResourceOwner("t:0", ""); got != "one" {
		t.Errorf("ResourceOwner(t:0) at the bound = %q, want one", got)
	}
	read(t, b, "", "t:further")
	read(t, b, "", "t:last")
	if got := b.ResourceOwner("t:0", ""); got != "" {
		t.Errorf("ResourceOwner(t:0) beyond the bound = %q, want none", got)
	}
	for _, uri := range []string{"res:a", "t:last"} {
		if got := b.ResourceOwner(uri, ""); got != "one" {
			t.Errorf("ResourceOwner(%s) = %q, want one", uri, got)
		}
	}
}

func TestResourceTemplate(t *testing.T) {
	b := open(t,
		offering(t, "one", "resources", faultchild.Offer{Templates: []string{"t:{x}"}}),
		offering(t, "two", "resources", faultchild.Offer{Templates: []string{"t:{x}", "u:{a}/{+b}{?c}"}}),
	)
	template, err := b.ResourceTemplate(patient(t), "", "t:{x}")
	if err != nil || template.Server != "one" || !template.Bound {
		t.Errorf(`ResourceTemplate("", t:{x}) = %+v, error %v, want that of server one, bound`, template, err)
	}
	template, err = b.ResourceTemplate(patient(t), "two", "t:{x}")
	if err != nil || template.Server != "two" || template.Bound {
		t.Errorf("ResourceTemplate(two, t:{x}) = %+v, error %v, want that of server two, not bound", template, err)
	}
	template, err = b.ResourceTemplate(patient(t), "", "u:{a}/{+b}{?c}")
	if err != nil || template.Expand(map[string]string{"a": "1/2", "b": "3/4"}) != "u:1%2F2/3/4" {
		t.Errorf(
			`ResourceTemplate("", u:{a}/{+b}{?c}) = %+v, error %v, want one that expands to u:1%%2F2/3/4`,
			template, err,
		)
	}
	if got := b.ResourceOwner("", "t:{x}"); got != "one" {
		t.Errorf(`ResourceOwner("", t:{x}) = %q, want one`, got)
	}
	for server, want := range map[string]mcpbridge.Kind{
		"": mcpbridge.KindTemplateNotFound, "one": mcpbridge.KindTemplateNotFound, "three": mcpbridge.KindServerNotFound,
	} {
		_, err := b.ResourceTemplate(patient(t), server, "x:{x}")
		if failure := asError(t, err); failure.Kind != want || failure.Server != server {
			t.Errorf("ResourceTemplate(%q, x:{x}): got %s, want %v of server %q", server, describe(err), want, server)
		}
	}
}
