package tools

import (
	"bytes"
	_ "embed"
	"encoding/json"
)

//go:embed schema/subject.json
var subjectSchema []byte

// identified returns the output schema of a tool with the property subject, which is the same in
// every response.
func identified(output []byte) json.RawMessage {
	const property, required = `"success": { "type": "boolean" },`, `"success", `
	subject := bytes.TrimSpace(subjectSchema)
	output = replaceOnce(output, property, property+"\n    \"subject\": "+string(subject)+",")
	return replaceOnce(output, required, required+`"subject", `)
}

// replaceOnce replaces a text that occurs exactly once.
func replaceOnce(in []byte, old, replacement string) []byte {
	if n := bytes.Count(in, []byte(old)); n != 1 {
		panic("an embedded schema does not contain this text once: " + old)
	}
	return bytes.Replace(in, []byte(old), []byte(replacement), 1)
}
