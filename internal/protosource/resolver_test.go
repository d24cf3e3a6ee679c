package protosource_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/coderef-system/coderefd/internal/protosource"
)

func TestResolver(t *testing.T) {
	resolver := new(protosource.Resolver)
	var wg sync.WaitGroup
	for _, path := range protosource.Paths() {
		wg.Go(func() {
			file, err := resolver.FindFileByPath(path)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range file.Messages().Len() {
				message := file.Messages().Get(i)
				found, err := resolver.FindDescriptorByName(message.FullName())
				if err != nil || found != protoreflect.Descriptor(message) {
					t.Errorf("%s: got %v, error %v, want the element of its file", message.FullName(), found, err)
				}
			}
			// The imports of a file have comments too.
			for i := range file.Imports().Len() {
				imported := file.Imports().Get(i)
				want, err := resolver.FindFileByPath(imported.Path())
				if err != nil || imported.FileDescriptor != want {
					t.Errorf("%s imports %p, want %p, error %v", path, imported.FileDescriptor, want, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestResolverComment(t *testing.T) {
	element, err := new(protosource.Resolver).FindDescriptorByName("coderef.tool.v1.CallToolRequest.name")
	if err != nil {
		t.Fatal(err)
	}
	got := element.ParentFile().SourceLocations().ByDescriptor(element).LeadingComments
	if strings.TrimSpace(got) == "" {
		t.Errorf("%s: got no comment, want one", element.FullName())
	}
}

func TestResolverFallback(t *testing.T) {
	resolver := new(protosource.Resolver)
	const path, message = "google/protobuf/struct.proto", "google.protobuf.Struct"
	file, err := resolver.FindFileByPath(path)
	if want, _ := protoregistry.GlobalFiles.FindFileByPath(path); err != nil || file != want {
		t.Errorf("%s: got %v, error %v, want the linked file", path, file, err)
	}
	element, err := resolver.FindDescriptorByName(message)
	if want, _ := protoregistry.GlobalFiles.FindDescriptorByName(message); err != nil || element != want {
		t.Errorf("%s: got %v, error %v, want the linked message", message, element, err)
	}
	if _, err := resolver.FindFileByPath("no/such.proto"); !errors.Is(err, protoregistry.NotFound) {
		t.Errorf("unknown file: got error %v, want %v", err, protoregistry.NotFound)
	}
	if _, err := resolver.FindDescriptorByName("no.Such"); !errors.Is(err, protoregistry.NotFound) {
		t.Errorf("unknown message: got error %v, want %v", err, protoregistry.NotFound)
	}
}

// Reflection resolves custom options by name and by number. Those of the contract are declared in a file with
// comments.
func TestResolverExtensions(t *testing.T) {
	resolver := new(protosource.Resolver)
	seen := 0
	protoregistry.GlobalTypes.RangeExtensions(func(linked protoreflect.ExtensionType) bool {
		seen++
		want := linked.TypeDescriptor()
		byName, err := resolver.FindExtensionByName(want.FullName())
		if err != nil {
			t.Errorf("%s: got error %v, want none", want.FullName(), err)
			return true
		}
		message := want.ContainingMessage().FullName()
		byNumber, err := resolver.FindExtensionByNumber(message, want.Number())
		if err != nil {
			t.Errorf("%s %d: got error %v, want none", message, want.Number(), err)
			return true
		}
		file, err := resolver.FindFileByPath(want.ParentFile().Path())
		for _, got := range []protoreflect.ExtensionType{byName, byNumber} {
			if d := got.TypeDescriptor(); err != nil || d.FullName() != want.FullName() || d.ParentFile() != file {
				t.Errorf(
					"got %s of %p, error %v, want %s of %p", d.FullName(), d.ParentFile(), err, want.FullName(), file,
				)
			}
		}
		listed := false
		resolver.RangeExtensionsByMessage(message, func(got protoreflect.ExtensionType) bool {
			listed = got.TypeDescriptor().Number() == want.Number()
			return !listed
		})
		if !listed {
			t.Errorf("%s: got extension %d not listed, want it listed", message, want.Number())
		}
		return true
	})
	if seen == 0 {
		t.Error("got no linked extensions, want some")
	}
	if _, err := resolver.FindExtensionByName("no.such"); !errors.Is(err, protoregistry.NotFound) {
		t.Errorf("unknown extension: got error %v, want %v", err, protoregistry.NotFound)
	}
}
