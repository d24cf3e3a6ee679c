package method_test

import (
	"strings"
	"testing"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/internal/method"
)

func TestTable(t *testing.T) {
	table := method.Read()
	type row struct {
		tool                            string
		noSideEffects, watch, auxiliary bool
	}
	for name, want := range map[string]row{
		codeintelv1.CodeIntelService_Scan_FullMethodName:                 {tool: "coderef_scan", noSideEffects: true},
		codeintelv1.CodeIntelService_StreamScan_FullMethodName:           {tool: "coderef_scan", noSideEffects: true},
		codeintelv1.CodeIntelService_AnalyzeImpact_FullMethodName:        {tool: "coderef_impact", noSideEffects: true},
		codeintelv1.CodeIntelService_Tag_FullMethodName:                  {tool: "coderef_tag"},
		toolv1.ToolService_CallTool_FullMethodName:                       {},
		toolv1.ToolService_ListTools_FullMethodName:                      {noSideEffects: true},
		toolv1.ToolService_WatchTools_FullMethodName:                     {noSideEffects: true, watch: true},
		"/grpc.health.v1.Health/Check":                                   {noSideEffects: true, auxiliary: true},
		"/grpc.health.v1.Health/Watch":                                   {noSideEffects: true, watch: true, auxiliary: true},
		"/grpc.reflection.v1.ServerReflection/ServerReflectionInfo":      {noSideEffects: true, watch: true, auxiliary: true},
		"/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo": {noSideEffects: true, watch: true, auxiliary: true},
	} {
		m := table.Of(name)
		if !m.Known() || m.Descriptor == nil {
			t.Errorf("%s: got known %t, descriptor %v, want a row", name, m.Known(), m.Descriptor)
		}
		if got := (row{m.Tool, m.NoSideEffects, m.Watch, m.Auxiliary}); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	for _, name := range []string{
		"", "/", "/nowhere.Service/Method", "/coderef.tool.v1.ToolService/Nothing", "coderef.tool.v1.ToolService/CallTool",
	} {
		if m := table.Of(name); m != (method.Method{}) {
			t.Errorf("Of(%q) = %+v, want the zero value", name, m)
		}
	}
}

// The names and the options of watches agree. A watch without the option would get a deadline.
func TestWatches(t *testing.T) {
	for _, m := range method.Read().All() {
		if strings.HasPrefix(m.FullName, "/coderef.") && strings.Contains(m.FullName, "/Watch") != m.Watch {
			t.Errorf("%s: got watch %t, want %t by its name", m.FullName, m.Watch, !m.Watch)
		}
	}
}
