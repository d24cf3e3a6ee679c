package server

import (
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// elementAnswer is an element as the code-intelligence tools give it.
type elementAnswer struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Name     string `json:"name"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	EndLine  int    `json:"end_line"`
	Exported bool   `json:"exported"`
}

func (e *elementAnswer) message() *codeintelv1.Element {
	return &codeintelv1.Element{
		Id:       e.ID,
		Type:     elementType(e.Type),
		Name:     e.Name,
		Location: &codeintelv1.Location{File: e.File, Line: count(e.Line), EndLine: count(e.EndLine)},
		Exported: e.Exported,
	}
}

// relationAnswer is a relation as coderef_query gives it.
type relationAnswer struct {
	From       string         `json:"from"`
	To         string         `json:"to"`
	Relation   string         `json:"relation"`
	File       string         `json:"file"`
	Line       int            `json:"line"`
	Column     int            `json:"column"`
	Depth      int            `json:"depth"`
	Resolution string         `json:"resolution"`
	Dispatch   string         `json:"dispatch"`
	TypeOnly   bool           `json:"type_only"`
	Member     string         `json:"member"`
	Element    *elementAnswer `json:"element"`
}

func (r *relationAnswer) message() *codeintelv1.Relation {
	relation := &codeintelv1.Relation{
		Type:       relationType(r.Relation),
		FromId:     r.From,
		ToId:       r.To,
		Location:   &codeintelv1.Location{File: r.File, Line: count(r.Line), Column: count(r.Column)},
		Depth:      count(r.Depth),
		Resolution: resolution(r.Resolution),
		Dispatch:   dispatch(r.Dispatch),
		TypeOnly:   r.TypeOnly,
		Member:     r.Member,
	}
	if r.Element != nil {
		relation.Element = r.Element.message()
	}
	return relation
}

// The vocabularies of the tools. A word that is not known becomes the value 0,
// which the contract defines for that.

func elementType(word string) codeintelv1.ElementType {
	switch word {
	case "function":
		return codeintelv1.ElementType_ELEMENT_TYPE_FUNCTION
	case "class":
		return codeintelv1.ElementType_ELEMENT_TYPE_CLASS
	case "method":
		return codeintelv1.ElementType_ELEMENT_TYPE_METHOD
	case "interface":
		return codeintelv1.ElementType_ELEMENT_TYPE_INTERFACE
	case "type":
		return codeintelv1.ElementType_ELEMENT_TYPE_TYPE
	case "enum":
		return codeintelv1.ElementType_ELEMENT_TYPE_ENUM
	case "constant":
		return codeintelv1.ElementType_ELEMENT_TYPE_CONSTANT
	case "variable":
		return codeintelv1.ElementType_ELEMENT_TYPE_VARIABLE
	case "component":
		return codeintelv1.ElementType_ELEMENT_TYPE_COMPONENT
	case "hook":
		return codeintelv1.ElementType_ELEMENT_TYPE_HOOK
	case "file":
		return codeintelv1.ElementType_ELEMENT_TYPE_FILE
	default:
		return codeintelv1.ElementType_ELEMENT_TYPE_UNSPECIFIED
	}
}

func scanMode(word string) codeintelv1.ScanMode {
	switch word {
	case "ast":
		return codeintelv1.ScanMode_SCAN_MODE_AST
	case "outline":
		return codeintelv1.ScanMode_SCAN_MODE_OUTLINE
	default:
		return codeintelv1.ScanMode_SCAN_MODE_UNSPECIFIED
	}
}

func precision(word string) codeintelv1.Precision {
	switch word {
	case "semantic":
		return codeintelv1.Precision_PRECISION_SEMANTIC
	case "syntactic":
		return codeintelv1.Precision_PRECISION_SYNTACTIC
	case "heuristic":
		return codeintelv1.Precision_PRECISION_HEURISTIC
	default:
		return codeintelv1.Precision_PRECISION_UNSPECIFIED
	}
}

func relationType(word string) codeintelv1.RelationType {
	switch word {
	case "call":
		return codeintelv1.RelationType_RELATION_TYPE_CALL
	case "import":
		return codeintelv1.RelationType_RELATION_TYPE_IMPORT
	default:
		return codeintelv1.RelationType_RELATION_TYPE_UNSPECIFIED
	}
}

func resolution(word string) codeintelv1.Resolution {
	switch word {
	case "resolved":
		return codeintelv1.Resolution_RESOLUTION_RESOLVED
	case "external":
		return codeintelv1.Resolution_RESOLUTION_EXTERNAL
	default:
		return codeintelv1.Resolution_RESOLUTION_UNSPECIFIED
	}
}

func dispatch(word string) codeintelv1.Dispatch {
	if word == "possible" {
		return codeintelv1.Dispatch_DISPATCH_POSSIBLE
	}
	return codeintelv1.Dispatch_DISPATCH_UNSPECIFIED
}

// queryType is the tool's word for a query; validation has refused the rest.
func queryType(t codeintelv1.QueryType) string {
	switch t {
	case codeintelv1.QueryType_QUERY_TYPE_CALLS:
		return "calls"
	case codeintelv1.QueryType_QUERY_TYPE_CALLS_ME:
		return "calls-me"
	case codeintelv1.QueryType_QUERY_TYPE_IMPORTS:
		return "imports"
	case codeintelv1.QueryType_QUERY_TYPE_IMPORTS_ME:
		return "imports-me"
	case codeintelv1.QueryType_QUERY_TYPE_DEPENDS_ON:
		return "depends-on"
	case codeintelv1.QueryType_QUERY_TYPE_DEPENDS_ON_ME:
		return "depends-on-me"
	default:
		return ""
	}
}
