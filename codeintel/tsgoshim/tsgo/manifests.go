package tsgo

import (
	"github.com/microsoft/typescript-go/internal/json"
	"github.com/microsoft/typescript-go/internal/semver"
	"github.com/microsoft/typescript-go/internal/tsoptions"
)

// PlainJSON removes the comments and trailing commas of a JSON text. It keeps the order of
// keys, and recovers from syntax errors.
func PlainJSON(text string) []byte {
	value, _ := tsoptions.ParseConfigFileTextToJson("/config.json", "/config.json", text)
	plain, err := json.Marshal(value)
	if err != nil {
		return []byte("null")
	}
	return plain
}

// Satisfies reports whether a version is in a range, both as npm defines them.
func Satisfies(version, within string) bool {
	v, err := semver.TryParseVersion(version)
	if err != nil {
		return false
	}
	r, ok := semver.TryParseVersionRange(within)
	return ok && r.Test(&v)
}
