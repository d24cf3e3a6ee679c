package faultchild

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"syscall"
)

// Offer is the resources and templates that a child in the mode "resources"
// lists. It is the parameter of the mode, as JSON. Modes that end in
// "+resources", or begin with "resources+" and one of "pages", "endless", "hang",
// "fail", "many", "only-templates", vary it.
type Offer struct {
	// URIs and Templates, in the order in which they are listed.
	URIs      []string `json:"uris,omitempty"`
	Templates []string `json:"templates,omitempty"`
	// Raw definitions are listed before the URIs.
	Raw []json.RawMessage `json:"raw,omitempty"`
}

// New is the URI that is listed once "res:change" was read n times, in addition to those
// for smaller n.
func New(n int) string { return fmt.Sprintf("res:new%d", n) }

// Many is how many resources are listed in the mode "many".
const Many = 100_500

// Big is the contents of "res:big".
func Big() []byte { return bytes.Repeat([]byte("0123456789abcdef\xff\xfe\xfd\xfc"), 1<<20) }

func (s *server) capabilities() string {
	resources := ""
	if s.is("resources") {
		resources = `"resources":{"listChanged":true},`
	}
	return `{"tools":{"listChanged":true},` + resources + `"logging":{}}`
}

func (s *server) resources(m message) {
	var p struct {
		URI    string
		Cursor *string
	}
	_ = json.Unmarshal(m.Params, &p)
	switch {
	case !s.is("resources"):
		s.fail(m.ID, -32601, "method not found", "")
	case m.Method == "resources/read":
		s.read(m, p.URI)
	case m.Method == "resources/list" && s.is("only-templates"):
		s.fail(m.ID, -32601, "method not found", "")
	case m.Method == "resources/list" && s.is("fail"):
		s.fail(m.ID, -32000, "cannot list", "")
	case m.Method == "resources/list" && s.is("hang"):
	case m.Method == "resources/list" && s.is("endless"):
		s.result(m.ID, `{"resources":[],"nextCursor":"again"}`)
	default:
		s.offerPage(m, p.Cursor)
	}
}

// offerPage responds to a list, in the mode "pages" with one item per page.
func (s *server) offerPage(m message, cursor *string) {
	items, member := s.offered(m.Method)
	next := ""
	if s.is("pages") {
		at := 0
		if cursor != nil {
			at = len(*cursor) + 1 // the first cursor is empty, which is not the end
		}
		if at < len(items)-1 {
			next = fmt.Sprintf(`,"nextCursor":%q`, strings.Repeat("x", at))
		}
		items = items[min(at, len(items)):min(at+1, len(items))]
	}
	s.result(m.ID, fmt.Sprintf(`{%q:[%s]%s}`, member, strings.Join(items, ","), next))
}

// offered returns the definitions of a list and the name of the member that contains them.
func (s *server) offered(method string) (items []string, member string) {
	var offer Offer
	_ = json.Unmarshal([]byte(s.param), &offer)
	if method == "resources/templates/list" {
		for _, template := range offer.Templates {
			item := fmt.Sprintf(`{"uriTemplate":%q,"name":"a template","mimeType":"text/plain"}`, template)
			items = append(items, item)
		}
		return items, "resourceTemplates"
	}
	for _, raw := range offer.Raw {
		items = append(items, string(raw))
	}
	if s.is("many") {
		for n := range Many {
			offer.URIs = append(offer.URIs, fmt.Sprintf("res:%06d", n))
		}
	}
	for n := range s.changes {
		offer.URIs = append(offer.URIs, New(n+1))
	}
	for _, uri := range offer.URIs {
		items = append(items, fmt.Sprintf(`{"uri":%q,"name":"a resource","mimeType":"text/plain"}`, uri))
	}
	return items, "resources"
}

// read responds to resources/read as the URI determines.
func (s *server) read(m message, uri string) {
	contents := func(members string) {
		s.result(m.ID, fmt.Sprintf(`{"contents":[{"uri":%q,%s}]}`, uri, members))
	}
	switch uri {
	case "res:blob":
		contents(`"mimeType":"application/octet-stream","blob":"AAEC\/w=="`)
	case "res:big":
		contents(`"blob":"` + base64.StdEncoding.EncodeToString(Big()) + `"`)
	case "res:none":
		if s.is("modern") {
			s.fail(m.ID, -32602, "no such resource", fmt.Sprintf(`{"uri":%q}`, uri))
			return
		}
		s.fail(m.ID, -32002, "no such resource", "")
	case "res:invalid":
		s.fail(m.ID, -32602, "invalid", "")
	case "res:hang":
	case "res:exit":
		syscall.Exit(3)
	case "res:input":
		s.result(m.ID, `{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"}}}`)
	case "res:params":
		quoted, _ := json.Marshal(string(m.Params))
		contents(`"text":` + string(quoted))
	case "res:change":
		s.changes++
		if !s.is("modern") || strings.Contains(s.listening, `"resourcesListChanged":true`) {
			s.write(`{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}` + "\n")
		}
		contents(`"text":"changed"`)
	default:
		contents(fmt.Sprintf(`"mimeType":"text/plain","text":%q`, "text of "+uri))
	}
}
