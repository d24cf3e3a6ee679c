package server_test

import (
	"testing"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/server"
)

func TestToolOf(t *testing.T) {
	for method, want := range map[string]string{
		codeintelv1.CodeIntelService_Scan_FullMethodName:          "coderef_scan",
		codeintelv1.CodeIntelService_StreamScan_FullMethodName:    "coderef_scan",
		codeintelv1.CodeIntelService_AnalyzeImpact_FullMethodName: "coderef_impact",
		toolv1.ToolService_CallTool_FullMethodName:                "",
		"/coderef.codeintel.v1.CodeIntelService/Nothing":          "",
		"/coderef.codeintel.v1/CodeIntelService":                  "",
		"/nowhere.Service/Method":                                 "",
		"":                                                        "",
	} {
		if got := server.ToolOf(method); got != want {
			t.Errorf("ToolOf(%q) = %q, want %q", method, got, want)
		}
	}
}
