// Package method describes the methods of the service in one table. The table is read from the descriptors
// and options of the contract; interceptors, policies, the server and the client use it.
package method

import (
	"fmt"
	"slices"
	"strings"

	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
	reflectionv1alpha "google.golang.org/grpc/reflection/grpc_reflection_v1alpha"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// Method describes one method. [Table.Of] returns the zero value for a method without a row. It is the
// strictest: the method has side effects and a deadline, and is logged.
type Method struct {
	// FullName is "/package.Service/Method"; empty for a method without a row.
	FullName string
	// Descriptor declares the method; nil for a method without a row.
	Descriptor protoreflect.MethodDescriptor
	// Tool is the MCP name of the tool that the method runs; empty if it runs no
	// fixed tool.
	Tool string
	// NoSideEffects means that repeating a call is always safe.
	NoSideEffects bool
	// Watch means that a stream lasts until the caller ends it. It has no deadline of its own, and a shutdown
	// does not wait for it.
	Watch bool
	// Auxiliary means that the method belongs to health or reflection. It runs no tool, has no policy and is
	// not logged.
	Auxiliary bool
}

// Known reports whether the table has a row for the method.
func (m Method) Known() bool { return m.FullName != "" }

// Table has one row for each method. It is immutable.
type Table struct {
	rows map[string]Method
}

// Read returns the table of all methods of the contract, health and reflection.
func Read() *Table {
	t := &Table{rows: make(map[string]Method)}
	for _, file := range []protoreflect.FileDescriptor{
		toolv1.File_coderef_tool_v1_tool_service_proto,
		resourcev1.File_coderef_resource_v1_resource_service_proto,
		codeintelv1.File_coderef_codeintel_v1_codeintel_service_proto,
		adminv1.File_coderef_admin_v1_admin_service_proto,
	} {
		t.add(file, ours)
	}
	for _, file := range []protoreflect.FileDescriptor{
		healthv1.File_grpc_health_v1_health_proto,
		reflectionv1.File_grpc_reflection_v1_reflection_proto,
		reflectionv1alpha.File_grpc_reflection_v1alpha_reflection_proto,
	} {
		t.add(file, auxiliary)
	}
	return t
}

// add adds the methods of a file. fill completes each row.
func (t *Table) add(file protoreflect.FileDescriptor, fill func(*Method)) {
	for i := range file.Services().Len() {
		methods := file.Services().Get(i).Methods()
		for j := range methods.Len() {
			descriptor := methods.Get(j)
			row := Method{
				FullName:   fmt.Sprintf("/%s/%s", descriptor.Parent().FullName(), descriptor.Name()),
				Descriptor: descriptor,
			}
			fill(&row)
			t.rows[row.FullName] = row
		}
	}
}

// ours completes the row of a method of the contract from its options.
func ours(m *Method) {
	options, _ := m.Descriptor.Options().(*descriptorpb.MethodOptions)
	m.NoSideEffects = options.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
	settings, _ := proto.GetExtension(options, commonv1.E_Method).(*commonv1.MethodSettings)
	m.Tool, m.Watch = settings.GetTool(), settings.GetWatch()
}

// auxiliary completes the row of a standard method. Its streams wait for the client or for a change, without
// a time limit.
func auxiliary(m *Method) {
	m.Auxiliary, m.NoSideEffects = true, true
	m.Watch = m.Descriptor.IsStreamingServer()
}

// Of returns the row of a method ("/package.Service/Method"). For a method without a row it returns the zero
// Method.
func (t *Table) Of(fullMethod string) Method { return t.rows[fullMethod] }

// All returns all rows, sorted by name.
func (t *Table) All() []Method {
	all := make([]Method, 0, len(t.rows))
	for _, row := range t.rows {
		all = append(all, row)
	}
	slices.SortFunc(all, func(a, b Method) int { return strings.Compare(a.FullName, b.FullName) })
	return all
}
