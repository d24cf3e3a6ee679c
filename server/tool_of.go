package server

import (
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// ToolOf returns the MCP name of the tool that a method, "/package.Service/Method",
// runs by its option (coderef.common.v1.method). It is empty for a method that runs
// no fixed tool.
func ToolOf(fullMethod string) string { return methodTools()[fullMethod] }

// methodTools maps full method names to tools. The contract does not change while
// the process runs.
var methodTools = sync.OnceValue(func() map[string]string {
	tools := make(map[string]string)
	services := codeintelv1.File_coderef_codeintel_v1_codeintel_service_proto.Services()
	for i := range services.Len() {
		methods := services.Get(i).Methods()
		for j := range methods.Len() {
			method := methods.Get(j)
			settings, ok := proto.GetExtension(method.Options(), commonv1.E_Method).(*commonv1.MethodSettings)
			if ok && settings.GetTool() != "" {
				tools[fullMethodName(method)] = settings.GetTool()
			}
		}
	}
	return tools
})

// fullMethodName is the name of a method on the wire.
func fullMethodName(method protoreflect.MethodDescriptor) string {
	return strings.Join([]string{"", string(method.Parent().FullName()), string(method.Name())}, "/")
}
