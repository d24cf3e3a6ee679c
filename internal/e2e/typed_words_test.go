package e2e_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// wordEnums maps members of the tools' results to the enums of their values. The key is the member, or tool
// and member if tools use one name for several enums.
func wordEnums() map[string]protoreflect.Enum {
	return map[string]protoreflect.Enum{
		"precision": codeintelv1.Precision(0), "confidence": codeintelv1.Confidence(0),
		"relation": codeintelv1.RelationType(0), "resolution": codeintelv1.Resolution(0),
		"dispatch": codeintelv1.Dispatch(0), "operation": codeintelv1.ImpactOperation(0),
		"risk_level": codeintelv1.RiskLevel(0), "status": codeintelv1.DriftStatus(0),
		"code": codeintelv1.ReferenceProblemCode(0), "action": codeintelv1.TagAction(0),
		"diagram_type": codeintelv1.DiagramType(0), "level": codeintelv1.ComplexityLevel(0),
		"coderef_scan/elements/type": codeintelv1.ElementType(0), "pattern_type": codeintelv1.PatternType(0),
		"coderef_patterns/type": codeintelv1.PatternType(0), "coderef_scan/mode": codeintelv1.ScanMode(0),
		"coderef_coverage/mode":                codeintelv1.CoverageMode(0),
		"coderef_impact/severity":              codeintelv1.ImpactSeverity(0),
		"coderef_impact/tests/reason":          codeintelv1.TestReason(0),
		"coderef_query/reason":                 codeintelv1.UnresolvedReason(0),
		"coderef_impact/change/breaks/kind":    codeintelv1.BreakType(0),
		"coderef_impact/change/elements/kind":  codeintelv1.ChangeType(0),
		"coderef_impact/change/elements/parts": codeintelv1.ChangedPart(0),
		"coderef_impact/change/files/status":   codeintelv1.FileChangeType(0),
		"coderef_impact/change/files/on_disk":  codeintelv1.ChangeSide(0),
		"coderef_validate/severity":            codeintelv1.ReferenceSeverity(0),
		"coderef_diagram/level":                codeintelv1.DiagramLevel(0),
		"coderef_diagram/format":               codeintelv1.DiagramFormat(0),
		"coderef_coverage/format":              codeintelv1.CoverageFormat(0),
		"coderef_coverage/reports/format":      codeintelv1.CoverageReportFormat(0),
		"coderef_context/format":               codeintelv1.ContextFormat(0),
		"coderef_export/format":                codeintelv1.ExportFormat(0),
	}
}

// otherWords maps words of the tools to enum values with different names.
func otherWords() map[string]protoreflect.Name {
	return map[string]protoreflect.Name{
		"coderef_context/format json":                 "CONTEXT_FORMAT_TYPED",
		"coderef_coverage/reports/format coverage.py": "COVERAGE_REPORT_FORMAT_COBERTURA",
		"coderef_patterns/pattern_type all":           "PATTERN_TYPE_UNSPECIFIED", // the field is absent
		"coderef_scan/mode cli":                       "SCAN_MODE_UNSPECIFIED",    // reported as PRECISION_HEURISTIC
	}
}

// Every enum value in the output schemas of the tools has a value in the contract.
func TestTypedEnumsAreComplete(t *testing.T) {
	c, _ := typed(t)
	vocabularies, others := 0, otherWords()
	for tool, err := range c.ListTools(soon(t), &toolv1.ListToolsRequest{Server: "coderef"}).All() {
		if err != nil {
			t.Fatal(err)
		}
		walkWords(tool.GetOutputSchema(), "", func(path string, words []*structpb.Value) {
			vocabularies++
			member := path[strings.LastIndex(path, "/")+1:]
			enum := wordEnums()[tool.GetName()+path]
			if enum == nil {
				enum = wordEnums()[tool.GetName()+"/"+member]
			}
			if enum == nil {
				enum = wordEnums()[member]
			}
			if enum == nil {
				t.Errorf("%s%s: got no enum for %v, want one", tool.GetName(), path, words)
				return
			}
			values := enum.Descriptor().Values()
			prefix := strings.TrimSuffix(string(values.Get(0).Name()), "UNSPECIFIED")
			for _, word := range words {
				name := protoreflect.Name(
					prefix + strings.NewReplacer("-", "_", ".", "_").Replace(strings.ToUpper(word.GetStringValue())),
				)
				key := tool.GetName() + path + " " + word.GetStringValue()
				if other, found := others[key]; found {
					name = other
					delete(others, key)
				}
				if values.ByName(name) == nil {
					t.Errorf("%s%s: got no value of %s for %q, want %s", tool.GetName(), path, enum.Descriptor().FullName(), word.GetStringValue(), name)
				}
			}
		})
	}
	if vocabularies < 30 {
		t.Errorf("found %d enums in the output schemas, want at least 30", vocabularies)
	}
	if len(others) > 0 {
		t.Errorf("no tool has the words of %v, want each used", others)
	}
}

// walkWords calls found with each enum in a schema and the path of members that leads to it.
func walkWords(schema *structpb.Struct, path string, found func(path string, words []*structpb.Value)) {
	if words := schema.GetFields()["enum"].GetListValue().GetValues(); len(words) > 0 {
		found(path, words)
	}
	if items := schema.GetFields()["items"].GetStructValue(); items != nil {
		walkWords(items, path, found)
	}
	for _, group := range []string{"properties", "$defs"} {
		for name, member := range schema.GetFields()[group].GetStructValue().GetFields() {
			walkWords(member.GetStructValue(), path+"/"+name, found)
		}
	}
}
