package indexfile

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// rawElement is an entry of any version. Values of an unexpected type are ignored.
type rawElement struct {
	Type       loose[string]          `json:"type"`
	Name       loose[string]          `json:"name"`
	File       loose[string]          `json:"file"`
	Line       loose[float64]         `json:"line"`
	EndLine    loose[float64]         `json:"endLine"`
	Exported   loose[bool]            `json:"exported"`
	Parameters loose[json.RawMessage] `json:"parameters"`
	BodyHash   loose[string]          `json:"normalizedBodyHash"`
	CodeRefID  loose[string]          `json:"codeRefId"`
	// The keys of the compact format.
	T loose[string]          `json:"t"`
	N loose[string]          `json:"n"`
	F loose[string]          `json:"f"`
	L loose[float64]         `json:"l"`
	E loose[bool]            `json:"e"`
	P loose[json.RawMessage] `json:"p"`
}

// loose is a value that is empty if the JSON value has another type.
type loose[T any] struct{ v T }

// UnmarshalJSON never fails.
func (l *loose[T]) UnmarshalJSON(data []byte) error {
	var v T
	if json.Unmarshal(data, &v) == nil {
		l.v = v
	}
	return nil
}

func (r *rawElement) isCompact() bool { return r.N.v != "" && r.Name.v == "" }

// element returns the entry in the form common to all versions. Its reference supplies
// missing fields.
func (r *rawElement) element(projectPath, root string) (Element, bool) {
	e := Element{
		Type: r.Type.v, Name: r.Name.v, File: r.File.v, Line: whole(r.Line.v), EndLine: whole(r.EndLine.v),
		Exported: r.Exported.v,
		BodyHash: r.BodyHash.v, ID: r.CodeRefID.v,
	}
	parameters := r.Parameters.v
	if r.isCompact() {
		e.Type, e.Name, e.File, e.Line, e.Exported = r.T.v, r.N.v, r.F.v, whole(r.L.v), r.E.v
		parameters = r.P.v
	}
	e.Parameters, e.Signature = parameterNames(parameters)
	if ref, err := coderef2.Parse(e.ID); err == nil && (e.Name == "" || e.File == "") {
		e.Name, e.File = ref.Element, ref.Path
		if e.Line == 0 {
			e.Line = ref.Line
		}
	}
	e.File = relative(e.File, projectPath, root)
	if word, ok := designated()[e.Type]; ok {
		e.Type = word
	}
	return e, e.Name != "" && e.File != ""
}

// designated maps the designators that the oldest tools used for types to the current
// types.
func designated() map[string]string {
	return map[string]string{
		"Fn": facts.Function, "Cl": facts.Class, "C": facts.Component, "H": facts.Hook, "M": facts.Method,
		"I": facts.Interface, "E": facts.Enum,
	}
}

// whole returns a line number, or 0 if n is not a valid one.
func whole(n float64) int {
	if n >= 1 && n < 1<<31 {
		return int(n)
	}
	return 0
}

// parameterNames reads a list of names, or of objects with names. known is false if the index
// has no list.
func parameterNames(raw json.RawMessage) (names []string, known bool) {
	var list []json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &list) != nil || list == nil {
		return nil, false
	}
	for _, item := range list {
		var parameter struct{ Name loose[string] }
		name := text(item)
		if name == "" && json.Unmarshal(item, &parameter) == nil {
			name = parameter.Name.v
		}
		name, _, _ = strings.Cut(name, ":")
		names = append(names, strings.Trim(strings.TrimLeft(name, ". "), "? "))
	}
	return names, true
}

// relative returns a path relative to the project, with slashes, or "" for a path outside of
// the project.
func relative(file string, roots ...string) string {
	file = strings.ReplaceAll(file, `\`, "/")
	absolute := strings.HasPrefix(file, "/") || len(file) > 2 && file[1] == ':' && file[2] == '/'
	if absolute {
		inside := false
		for _, root := range roots {
			root = strings.TrimSuffix(strings.ReplaceAll(root, `\`, "/"), "/")
			if rest, ok := strings.CutPrefix(file, root+"/"); ok && root != "" {
				file, inside = strings.TrimLeft(rest, "/"), true
				break
			}
		}
		if !inside {
			return ""
		}
	}
	if file == "" {
		return ""
	}
	if file = path.Clean(file); file == "." || file == ".." || strings.HasPrefix(file, "../") {
		return ""
	}
	return file
}

// text returns a JSON string, or "" for any other value.
func text(value json.RawMessage) string {
	var s string
	_ = json.Unmarshal(value, &s) // other values are ignored
	return s
}
