package apptest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
)

const (
	resources = `{"resources":[
		{"uri":"memo:hello","name":"hello","title":"Hello","description":"A greeting. It never changes.",
			"mimeType":"text/plain","size":15},
		{"uri":"memo:pixel","name":"pixel","description":"Some bytes.","mimeType":"image/png"},
		{"uri":"memo:folder","name":"folder"},{"uri":"memo:mixed","name":"mixed"},
		{"uri":"memo:huge","name":"huge","description":"20 MB.","mimeType":"application/octet-stream"}]}`
	resourceTemplates = `{"resourceTemplates":[
		{"uriTemplate":"memo:note/{name}{?lang}","name":"note",
			"description":"A note by its name. Any name will do.","mimeType":"text/plain"}]}`
)

// Pixel is the contents of memo:pixel.
func Pixel() []byte { return []byte("\x89PNG\r\n\x1a\n\x00\xff") }

// Huge is the contents of memo:huge, 20 MB.
func Huge() []byte { return bytes.Repeat([]byte("0123456789abcdef\x00\xff\x80\xfe"), 1_000_000) }

// readResource returns the contents of a resource as the members of a JSON array. It returns false if there is no
// such resource.
func readResource(uri string) (contents []string, ok bool) {
	text := func(uri, text string) string {
		quoted, _ := json.Marshal(text) // strings cannot fail
		return fmt.Sprintf(`{"uri":%q,"mimeType":"text/plain","text":%s}`, uri, quoted)
	}
	blob := func(uri, mimeType string, data []byte) string {
		return fmt.Sprintf(
			`{"uri":%q,"mimeType":%q,"blob":"%s"}`, uri, mimeType, base64.StdEncoding.EncodeToString(data),
		)
	}
	note, isNote := strings.CutPrefix(uri, "memo:note/")
	switch {
	case uri == "memo:hello":
		contents = []string{text(uri, "hello, wörld\n")}
	case uri == "memo:pixel":
		contents = []string{blob(uri, "image/png", Pixel())}
	case uri == "memo:folder":
		contents = []string{text("memo:folder/1", "one\n"), text("memo:folder/2", "two")}
	case uri == "memo:mixed":
		contents = []string{text("memo:mixed/1", "one\n"), blob("memo:mixed/2", "", Pixel())}
	case uri == "memo:huge":
		contents = []string{blob(uri, "application/octet-stream", Huge())}
	case isNote && note != "":
		contents = []string{text(uri, "a note of "+note+"\n")}
	default:
		return nil, false
	}
	return contents, true
}
