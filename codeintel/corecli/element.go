package corecli

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Precision is the precision of all results: the program matches names and text.
const Precision facts.Precision = "heuristic"

// Element is a declaration. Properties that the program does not report have their zero
// value.
type Element struct {
	ID       string `json:"id,omitempty"`
	Type     string `json:"type,omitempty"` // one of package facts, "file" or "folder"
	Name     string `json:"name"`
	File     string `json:"file,omitempty"` // relative to the project, with slashes
	Line     int    `json:"line,omitempty"`
	EndLine  int    `json:"end_line,omitempty"`
	Exported *bool  `json:"exported,omitempty"`
}

// project is the root folder of the project that the program reads.
type project string

// element reads an element. Its reference replaces missing properties. known is false if
// raw is not an element. An element outside the project has no file.
func (p project) element(raw json.RawMessage) (e Element, known bool) {
	o, ok := objectOf(raw)
	if !ok {
		return e, false
	}
	if inner := o.object("element", "node"); inner != nil {
		o = inner
	}
	e = Element{
		Type: typeWord(kindOf(o)), Name: o.text("name", "elementName"), Exported: o.flag("exported", "isExported"),
	}
	place := o
	if at := o.object("location", "loc"); at != nil {
		place = at
	}
	file := o.text("file", "filePath", "sourceFile", "path")
	if file == "" {
		file = place.text("file", "filePath", "path")
	}
	e.Line, _ = o.count("line", "lineNumber", "startLine")
	if e.Line == 0 {
		e.Line, _ = place.count("line", "startLine")
	}
	e.EndLine, _ = o.count("endLine", "lineEnd")
	reference := o.text("codeRefId", "reference", "coderef", "ref", "id")
	if referenced, ok := p.reference(reference); ok {
		e.fill(referenced)
		if file == "" {
			file = referenced.File
		}
	}
	if e.Name == "" || file == "" {
		return e, false
	}
	e.File = p.relative(file)
	e.setID()
	return e, true
}

// kindOf returns the type of an element, as a word of the program.
func kindOf(o object) string { return o.text("type", "kind", "elementType") }

// fill sets the missing properties of e, except the file, to those of another element.
func (e *Element) fill(from Element) {
	if e.Name == "" {
		e.Name = from.Name
	}
	if e.Type == "" {
		e.Type = from.Type
	}
	if e.Line == 0 {
		e.Line, e.EndLine = from.Line, from.EndLine
	}
}

// setID sets the id to the one that the native engine gives the element, without a line.
func (e *Element) setID() {
	if e.Type == facts.FileType {
		e.ID = coderef2.FormatFile(e.File)
		return
	}
	e.ID = coderef2.Format(coderef2.Designator(e.Type), e.File, e.Name, 0)
}

// reference parses a CodeRef2 reference to a file or element of the project.
func (p project) reference(text string) (Element, bool) {
	ref, err := coderef2.Parse(text)
	if err != nil {
		return Element{}, false
	}
	e := Element{
		Type: typeWord(ref.Type), Name: ref.Element, File: p.relative(ref.Path), Line: ref.Line, EndLine: ref.LineEnd,
	}
	if ref.Element == "" {
		e.Type, e.Name = facts.FileType, path.Base(ref.Path)
	}
	if e.File == "" {
		return Element{}, false
	}
	e.setID()
	return e, true
}

// target returns the element that a target names: a reference, file#name, or a name. Only
// the properties that the target contains are set.
func (p project) target(text string) Element {
	if e, ok := p.reference(text); ok {
		return e
	}
	file, name, split := strings.Cut(text, "#")
	if split && path.Ext(file) != "" {
		return Element{Name: name, File: p.relative(file)}
	}
	return Element{Name: text}
}

// relative returns a path relative to the project, with slashes. It returns "" for a path
// outside the project, and for the project itself.
func (p project) relative(file string) string {
	file = strings.ReplaceAll(strings.TrimPrefix(file, "file://"), `\`, "/")
	root := strings.TrimSuffix(strings.ReplaceAll(string(p), `\`, "/"), "/")
	if rest, ok := strings.CutPrefix(file, root+"/"); ok {
		file = strings.TrimLeft(rest, "/")
	}
	absolute := strings.HasPrefix(file, "/") || len(file) > 2 && file[1] == ':' && file[2] == '/'
	if file = path.Clean(file); absolute || file == "." || file == ".." || strings.HasPrefix(file, "../") {
		return ""
	}
	return file
}

// typeWord returns the element type that a word or a designator means, or "" if the tools
// have no such type. The documents of the program contradict each other about designators;
// these are the meanings that its commands use.
func typeWord(word string) string {
	switch word {
	case coderef2.TypeFunction:
		return facts.Function
	case coderef2.TypeClass:
		return facts.Class
	case coderef2.TypeComponent, "Cp", "Comp":
		return facts.Component
	case coderef2.TypeHook:
		return facts.Hook
	case coderef2.TypeMethod:
		return facts.Method
	case coderef2.TypeValue:
		return facts.Variable
	case coderef2.TypeInterface:
		return facts.Interface
	case coderef2.TypeEnum:
		return facts.Enum
	case coderef2.TypeNamespace:
		return facts.Namespace
	case coderef2.TypeFile, "F":
		return facts.FileType
	}
	switch word = strings.ToLower(word); word {
	case facts.Function, facts.Class, facts.Method, facts.Interface, facts.TypeAlias, facts.Enum, facts.Constant,
		facts.Variable, facts.Component, facts.Hook, facts.Property, facts.Namespace, facts.FileType:
		return word
	case "typealias", "type_alias":
		return facts.TypeAlias
	case "const":
		return facts.Constant
	}
	return ""
}
