package indexfile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/coderef-system/coderefd/codeintel/atomicfile"
	"github.com/coderef-system/coderefd/codeintel/coderef2"
)

type written struct {
	SchemaVersion  string           `json:"schemaVersion"`
	Format         string           `json:"format"`
	GeneratedAt    string           `json:"generatedAt"`
	ProjectPath    string           `json:"projectPath,omitempty"`
	TotalElements  int              `json:"totalElements"`
	ElementsByType map[string]int   `json:"elementsByType"`
	Elements       []writtenElement `json:"elements"`
}

type writtenElement struct {
	Type       string   `json:"type"`
	Name       string   `json:"name"`
	File       string   `json:"file"`
	Line       int      `json:"line"`
	Exported   bool     `json:"exported"`
	CodeRefID  string   `json:"codeRefId"`
	NoLine     string   `json:"codeRefIdNoLine"`
	EndLine    int      `json:"endLine,omitempty"`
	Parameters []string `json:"parameters,omitempty"`
	BodyHash   string   `json:"normalizedBodyHash,omitempty"`
}

// Marshal returns an index of the current [Version] in the verbose format. The output
// does not depend on the order of the elements.
func Marshal(elements []Element, projectPath string, generatedAt time.Time) ([]byte, error) {
	elements = slices.Clone(elements)
	slices.SortStableFunc(elements, func(a, b Element) int {
		return cmp.Or(
			strings.Compare(a.File, b.File), a.Line-b.Line, strings.Compare(a.Name, b.Name), strings.Compare(a.Type, b.Type),
		)
	})
	out := written{
		SchemaVersion: Version, Format: "verbose", ProjectPath: projectPath,
		GeneratedAt:   generatedAt.UTC().Format("2006-01-02T15:04:05.000Z"),
		TotalElements: len(elements), ElementsByType: map[string]int{}, Elements: make([]writtenElement, len(elements)),
	}
	for i, e := range elements {
		out.ElementsByType[e.Type]++
		designator := coderef2.Designator(e.Type)
		out.Elements[i] = writtenElement{
			Type: e.Type, Name: e.Name, File: e.File, Line: e.Line, Exported: e.Exported,
			EndLine: e.EndLine, BodyHash: e.BodyHash,
			CodeRefID:  coderef2.Format(designator, e.File, e.Name, e.Line),
			NoLine:     coderef2.Format(designator, e.File, e.Name, 0),
			Parameters: e.Parameters,
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// WriteFile replaces an index file atomically.
func WriteFile(name string, elements []Element, projectPath string, generatedAt time.Time) error {
	data, err := Marshal(elements, projectPath, generatedAt)
	if err != nil {
		return err
	}
	return atomicfile.Write(name, data, 0o644)
}
