package server_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

// childResources is the response to both lists: each client reads its own member.
const childResources = `{"resources":[
	{"uri":"doc:big","name":"big","mimeType":"image/png","size":150000},
	{"uri":"doc:text","name":"text","title":"Text","description":"A text.","mimeType":"text/plain",
	 "annotations":{"audience":["user"],"priority":0.5,"lastModified":"2025-01-02T03:04:05Z"}},
	{"uri":"odd uri","name":"odd"}],
	"resourceTemplates":[
	{"uriTemplate":"doc:item/{id}{?page}","name":"item","title":"Item","mimeType":"text/plain"},
	{"uriTemplate":"broken:{","name":"broken"},
	{"uriTemplate":"{+any}","name":"any"}]}`

// bigBlob is the contents of doc:big.
func bigBlob() []byte { return []byte(strings.Repeat("0123456789\x00\xff\x80\xfe\xfd", 10_000)) }

// childRead returns the response to a read: a result, an error, or nothing.
func childRead(uri string) (member, value string) {
	contents := func(s string) (string, string) {
		return "result", fmt.Sprintf(`{"contents":[{"uri":%q,%s}]}`, uri, s)
	}
	switch uri {
	case "doc:big":
		return contents(`"mimeType":"image/png","blob":"` + base64.StdEncoding.EncodeToString(bigBlob()) + `"`)
	case "doc:several":
		return "result", `{"contents":[{"uri":"doc:1","text":"one"},{"uri":"doc:2","blob":"AgM="}],"_meta":{"k":1}}`
	case "doc:none":
		return "error", `{"code":-32002,"message":"not here"}`
	case "doc:denied":
		return "error", `{"code":-32000,"message":"denied"}`
	case "doc:bad-base64":
		return contents(`"blob":"!"`)
	case "doc:empty":
		return contents(`"mimeType":"text/plain"`)
	case "doc:long":
		return contents(`"text":"` + strings.Repeat("x", 2<<20) + `"`)
	case "doc:hang":
		return "", ""
	case "doc:die":
		os.Exit(3)
	}
	return contents(fmt.Sprintf(`"mimeType":"text/plain","text":%q`, "text of "+uri))
}
