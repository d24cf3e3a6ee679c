package codeintel

import (
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// elementResult is an element in the common form of the code-intelligence tools.
type elementResult struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Name     string `json:"name"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	EndLine  int    `json:"end_line"`
	Exported *bool  `json:"exported"`
}

func (e *elementResult) message() *codeintelv1.Element {
	element := &codeintelv1.Element{
		Id:       e.ID,
		Type:     enumOf[codeintelv1.ElementType](e.Type),
		Name:     e.Name,
		Location: lines(e.File, e.Line, e.EndLine),
		Exported: e.Exported,
	}
	switch element.GetType() { //nolint:exhaustive // these are not declarations
	case codeintelv1.ElementType_ELEMENT_TYPE_FOLDER:
		element.Exported = nil
		if element.GetLocation() != nil {
			element.Location.EndLine = 0
		}
	case codeintelv1.ElementType_ELEMENT_TYPE_FILE:
		element.Exported = nil
	}
	return element
}

// scannedResult is an element in the form of coderef_scan.
type scannedResult struct {
	elementResult

	Parent     string            `json:"parent"`
	Docstring  string            `json:"docstring"`
	Parameters []parameterResult `json:"parameters"`
	Returns    string            `json:"returns"`
	Async      bool              `json:"async"`
	Decorators []string          `json:"decorators"`
}

// parameterResult is a parameter in the form of coderef_scan.
type parameterResult struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Optional bool   `json:"optional"`
	Rest     bool   `json:"rest"`
}

func (e *scannedResult) message(a *analysisResult) *codeintelv1.Element {
	element := e.elementResult.message()
	element.Docstring = e.Docstring
	element.Parameters = some(e.Parameters, (*parameterResult).message)
	element.ReturnType = e.Returns
	element.Asynchronous = a.flag(e.Async)
	element.Decorators = e.Decorators
	element.ParentId = e.Parent
	return element
}

func (a *parameterResult) message() *codeintelv1.Parameter {
	return &codeintelv1.Parameter{Name: a.Name, Type: a.Type, Omittable: a.Optional, Variadic: a.Rest}
}

// relationResult is a relation in the form of coderef_query.
type relationResult struct {
	From       string         `json:"from"`
	To         string         `json:"to"`
	Relation   string         `json:"relation"`
	File       string         `json:"file"`
	Line       int            `json:"line"`
	Column     int            `json:"column"`
	Depth      int            `json:"depth"`
	Resolution string         `json:"resolution"`
	Confidence string         `json:"confidence"`
	Dispatch   string         `json:"dispatch"`
	TypeOnly   bool           `json:"type_only"`
	Dynamic    bool           `json:"dynamic"`
	Member     string         `json:"member"`
	Reason     string         `json:"reason"`
	Element    *elementResult `json:"element"`
}

func (r *relationResult) message(a *analysisResult) *codeintelv1.Relation {
	confidence := enumOf[codeintelv1.Confidence](r.Confidence)
	relation := &codeintelv1.Relation{
		Type:          enumOf[codeintelv1.RelationType](r.Relation),
		FromId:        r.From,
		Location:      use(r.File, r.Line, r.Column),
		Depth:         toolcall.Count(r.Depth),
		Resolution:    enumOf[codeintelv1.Resolution](r.Resolution),
		Confidence:    confidence,
		Dispatch:      dispatchOf(r.Dispatch, confidence),
		TypeOnly:      a.flag(r.TypeOnly),
		DynamicImport: a.flag(r.Dynamic),
		Member:        r.Member,
	}
	switch relation.Resolution {
	case codeintelv1.Resolution_RESOLUTION_EXTERNAL:
		relation.Module = r.To
	case codeintelv1.Resolution_RESOLUTION_UNRESOLVED:
		relation.UnresolvedName = r.To
		relation.UnresolvedReason = enumOf[codeintelv1.UnresolvedReason](r.Reason)
	default:
		relation.ToId = r.To
	}
	if r.Element != nil {
		relation.Element = r.Element.message()
	}
	return relation
}

// dispatchOf returns the dispatch of a use. The tools report only possible dispatch: a use whose target is
// resolved by types is static, and one that was matched by name alone has no known dispatch.
func dispatchOf(word string, confidence codeintelv1.Confidence) codeintelv1.Dispatch {
	switch {
	case word != "":
		return enumOf[codeintelv1.Dispatch](word)
	case confidence == codeintelv1.Confidence_CONFIDENCE_EXACT, confidence == codeintelv1.Confidence_CONFIDENCE_STRONG:
		return codeintelv1.Dispatch_DISPATCH_STATIC
	default:
		return codeintelv1.Dispatch_DISPATCH_UNSPECIFIED
	}
}

// omittedResult counts the nodes and edges that a diagram or an export omitted.
type omittedResult struct {
	Nodes *int `json:"nodes"`
	Edges *int `json:"edges"`
}

// lines returns a location of whole lines, or nil if the location is unknown.
func lines(file string, first, last int) *codeintelv1.Location {
	if file == "" {
		return nil
	}
	return &codeintelv1.Location{File: file, Line: toolcall.Count(first), EndLine: toolcall.Count(last)}
}

// use returns the location of a reference, or nil if it is unknown.
func use(file string, line, column int) *codeintelv1.Location {
	place := lines(file, line, 0)
	if place != nil {
		place.Column = toolcall.Count(column)
	}
	return place
}

// optionalCount converts an optional count.
func optionalCount(n *int) *int32 {
	if n == nil {
		return nil
	}
	c := toolcall.Count(*n)
	return &c
}

// atLeast converts an optional count of items. listed is the number of items in the result;
// a smaller count is replaced by it. If the count is absent and nothing is listed, the
// result is nil.
func atLeast(n *int, listed int) *int32 {
	if n == nil && listed == 0 {
		return nil
	}
	if n == nil || *n < listed {
		n = &listed
	}
	return optionalCount(n)
}
