package app_test

import (
	"strings"
	"testing"

	"google.golang.org/grpc"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// Reflection describes every element of the contract with its comment.
func TestReflectionComments(t *testing.T) {
	_, c, _ := start(t)
	files := reflected(t, c.Conn())
	checked := 0
	files.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if !strings.HasPrefix(file.Path(), "coderef/") {
			return true
		}
		checked++
		for _, element := range elements(file) {
			if strings.TrimSpace(file.SourceLocations().ByDescriptor(element).LeadingComments) == "" {
				t.Errorf("%s: %s: got no comment, want one", file.Path(), element.FullName())
			}
		}
		return true
	})
	if checked == 0 {
		t.Errorf("got no file of the contract among %d files, want some", files.NumFiles())
	}
}

// Reflection finds the file of each custom option that the contract uses.
func TestReflectionExtensions(t *testing.T) {
	_, c, _ := start(t)
	files := reflected(t, c.Conn())
	ask := asker(t, c.Conn(), "v1")
	checked := 0
	files.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Extensions().Len() {
			extension := file.Extensions().Get(i)
			checked++
			response := ask(&reflectionv1.ServerReflectionRequest{
				MessageRequest: &reflectionv1.ServerReflectionRequest_FileContainingExtension{
					FileContainingExtension: &reflectionv1.ExtensionRequest{
						ContainingType:  string(extension.ContainingMessage().FullName()),
						ExtensionNumber: int32(extension.Number()),
					},
				},
			})
			wire := response.GetFileDescriptorResponse().GetFileDescriptorProto()
			if len(wire) == 0 {
				t.Errorf("%s: got %v, want file descriptors", extension.FullName(), response)
				continue
			}
			got, want := description(t, wire[0]), protodesc.ToFileDescriptorProto(file)
			if !proto.Equal(got, want) {
				t.Errorf(
					"%s: got file %s, want %s as its symbol describes it", extension.FullName(), got.GetName(),
					want.GetName(),
				)
			}
		}
		return true
	})
	if checked == 0 {
		t.Error("got no custom option in the contract, want some")
	}
}

// v1alpha, which older clients use, returns the same descriptors as v1.
func TestReflectionV1Alpha(t *testing.T) {
	_, c, _ := start(t)
	request := &reflectionv1.ServerReflectionRequest{
		MessageRequest: &reflectionv1.ServerReflectionRequest_FileContainingSymbol{
			FileContainingSymbol: "coderef.tool.v1.ToolService",
		},
	}
	want := asker(t, c.Conn(), "v1")(request).GetFileDescriptorResponse().GetFileDescriptorProto()
	got := asker(t, c.Conn(), "v1alpha")(request).GetFileDescriptorResponse().GetFileDescriptorProto()
	if len(want) == 0 || len(got) != len(want) {
		t.Fatalf("got %d files, want %d, and more than 0", len(got), len(want))
	}
	for i := range want {
		if got, want := description(t, got[i]), description(t, want[i]); !proto.Equal(got, want) {
			t.Errorf("got\n%v\nwant\n%v", got, want)
		}
	}
}

// asker returns a function that sends a request on a reflection stream and
// returns the response. All versions have the same wire format.
func asker(
	t *testing.T, conn *grpc.ClientConn, version string,
) func(*reflectionv1.ServerReflectionRequest) *reflectionv1.ServerReflectionResponse {
	t.Helper()
	stream, err := conn.NewStream(patient(t), &reflectionv1.ServerReflection_ServiceDesc.Streams[0],
		"/grpc.reflection."+version+".ServerReflection/ServerReflectionInfo")
	if err != nil {
		t.Fatal(err)
	}
	return func(request *reflectionv1.ServerReflectionRequest) *reflectionv1.ServerReflectionResponse {
		t.Helper()
		response := new(reflectionv1.ServerReflectionResponse)
		if err := stream.SendMsg(request); err != nil {
			t.Fatal(err)
		}
		if err := stream.RecvMsg(response); err != nil {
			t.Fatal(err)
		}
		return response
	}
}

// reflected returns the files of all services, imports included.
func reflected(t *testing.T, conn *grpc.ClientConn) *protoregistry.Files {
	t.Helper()
	ask := asker(t, conn, "v1")
	list := ask(&reflectionv1.ServerReflectionRequest{
		MessageRequest: &reflectionv1.ServerReflectionRequest_ListServices{},
	})
	set := new(descriptorpb.FileDescriptorSet)
	for _, service := range list.GetListServicesResponse().GetService() {
		response := ask(&reflectionv1.ServerReflectionRequest{
			MessageRequest: &reflectionv1.ServerReflectionRequest_FileContainingSymbol{
				FileContainingSymbol: service.GetName(),
			},
		})
		wire := response.GetFileDescriptorResponse().GetFileDescriptorProto()
		if len(wire) == 0 {
			t.Errorf("%s: got %v, want file descriptors", service.GetName(), response)
		}
		for _, file := range wire {
			next := description(t, file)
			for _, earlier := range set.GetFile() {
				if earlier.GetName() == next.GetName() {
					next = nil // the first file of a response is included even if it was sent before
					break
				}
			}
			if next != nil {
				set.File = append(set.File, next)
			}
		}
	}
	files, err := protodesc.NewFiles(set)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func description(t *testing.T, wire []byte) *descriptorpb.FileDescriptorProto {
	t.Helper()
	out := new(descriptorpb.FileDescriptorProto)
	if err := proto.Unmarshal(wire, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// elements returns all elements of a file that have a comment of their own.
func elements(file protoreflect.FileDescriptor) []protoreflect.Descriptor {
	var all []protoreflect.Descriptor
	for i := range file.Services().Len() {
		service := file.Services().Get(i)
		all = append(all, service)
		for j := range service.Methods().Len() {
			all = append(all, service.Methods().Get(j))
		}
	}
	return append(all, typeElements(file)...)
}

// typeParent is a file or a message.
type typeParent interface {
	Messages() protoreflect.MessageDescriptors
	Enums() protoreflect.EnumDescriptors
	Extensions() protoreflect.ExtensionDescriptors
}

// typeElements returns the types and extensions in a file or message.
func typeElements(parent typeParent) []protoreflect.Descriptor {
	var all []protoreflect.Descriptor
	for i := range parent.Enums().Len() {
		enum := parent.Enums().Get(i)
		all = append(all, enum)
		for j := range enum.Values().Len() {
			all = append(all, enum.Values().Get(j))
		}
	}
	for i := range parent.Extensions().Len() {
		all = append(all, parent.Extensions().Get(i))
	}
	for i := range parent.Messages().Len() {
		message := parent.Messages().Get(i)
		if message.IsMapEntry() {
			continue // compilers generate it for a map field
		}
		all = append(all, message)
		for j := range message.Fields().Len() {
			all = append(all, message.Fields().Get(j))
		}
		for j := range message.Oneofs().Len() {
			if oneof := message.Oneofs().Get(j); !oneof.IsSynthetic() {
				all = append(all, oneof)
			}
		}
		all = append(all, typeElements(message)...)
	}
	return all
}
