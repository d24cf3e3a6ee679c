// Package method reads facts about methods from the contract.
package method

import (
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// Tool returns the MCP name of the tool that a method, "/package.Service/Method",
// runs by its option (coderef.common.v1.method). It is empty for a method that runs
// no fixed tool, and for an unknown one.
func Tool(fullMethod string) string {
	name := strings.ReplaceAll(strings.TrimPrefix(fullMethod, "/"), "/", ".")
	method, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return ""
	}
	// Options of another type than MethodOptions do not have the extension.
	if _, ok := method.(protoreflect.MethodDescriptor); !ok {
		return ""
	}
	settings, ok := proto.GetExtension(method.Options(), commonv1.E_Method).(*commonv1.MethodSettings)
	if !ok {
		return ""
	}
	return settings.GetTool()
}
