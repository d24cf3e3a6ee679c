package protosource_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/internal/protosource"
)

// contractFiles returns the files of the contract.
func contractFiles(t *testing.T) []protoreflect.FileDescriptor {
	t.Helper()
	var files []protoreflect.FileDescriptor
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if strings.HasPrefix(file.Path(), "coderef/") {
			files = append(files, file)
		}
		return true
	})
	if len(files) < 25 {
		t.Fatalf("got %d files of the contract, want all of them", len(files))
	}
	return files
}

// Every file sets the options of every generator that ships with protoc. The Java
// outer class of a file must not collide with one of its messages, enums or
// services, even on a file system that ignores case.
func TestFileOptions(t *testing.T) {
	outer := make(map[string]string)
	for _, file := range contractFiles(t) {
		options := file.Options().(*descriptorpb.FileOptions)
		for name, set := range map[string]bool{
			"csharp_namespace":       options.CsharpNamespace != nil,
			"go_package":             options.GoPackage != nil,
			"java_multiple_files":    options.GetJavaMultipleFiles(),
			"java_outer_classname":   options.JavaOuterClassname != nil,
			"java_package":           options.JavaPackage != nil,
			"objc_class_prefix":      options.ObjcClassPrefix != nil,
			"php_metadata_namespace": options.PhpMetadataNamespace != nil,
			"php_namespace":          options.PhpNamespace != nil,
			"ruby_package":           options.RubyPackage != nil,
		} {
			if !set {
				t.Errorf("%s: got option %s unset, want it set", file.Path(), name)
			}
		}
		class := strings.ToLower(options.GetJavaPackage() + "." + options.GetJavaOuterClassname())
		if other, twice := outer[class]; twice {
			t.Errorf("%s and %s: got the same outer class %s, want different ones", file.Path(), other, class)
		}
		outer[class] = file.Path()
	}
	for _, file := range contractFiles(t) {
		javaPackage := file.Options().(*descriptorpb.FileOptions).GetJavaPackage()
		for _, name := range topLevelNames(file) {
			class := strings.ToLower(javaPackage + "." + name)
			if other, collides := outer[class]; collides {
				t.Errorf("%s: got %s, the name of the outer class of %s, want another", file.Path(), name, other)
			}
		}
	}
}

func topLevelNames(file protoreflect.FileDescriptor) []string {
	var names []string
	for i := range file.Messages().Len() {
		names = append(names, string(file.Messages().Get(i).Name()))
	}
	for i := range file.Enums().Len() {
		names = append(names, string(file.Enums().Get(i).Name()))
	}
	for i := range file.Services().Len() {
		names = append(names, string(file.Services().Get(i).Name()), string(file.Services().Get(i).Name())+"Grpc")
	}
	return names
}

// Java generates accessors for the size, the list and the bytes of a field. No
// other field may have their names.
func TestJavaAccessors(t *testing.T) {
	for _, file := range contractFiles(t) {
		for _, message := range allMessages(file.Messages()) {
			owner := make(map[string]protoreflect.Name)
			for i := range message.Fields().Len() {
				field := message.Fields().Get(i)
				for _, accessor := range javaAccessors(field) {
					if other, twice := owner[accessor]; twice {
						t.Errorf(
							"%s: fields %s and %s: got the same Java accessor %s, want different ones",
							message.FullName(), other, field.Name(), accessor,
						)
					}
					owner[accessor] = field.Name()
				}
			}
			for i := range message.Oneofs().Len() {
				oneof := message.Oneofs().Get(i)
				if oneof.IsSynthetic() { // an optional field: protoc generates nothing for the oneof
					continue
				}
				accessor := "get" + camel(string(oneof.Name())) + "Case"
				if other, twice := owner[accessor]; twice {
					t.Errorf(
						"%s: field %s: got the Java accessor %s of a oneof, want another",
						message.FullName(), other, accessor,
					)
				}
			}
		}
	}
}

// The comment of an enum that occurs in a response states that clients must accept unknown values.
func TestOpenEnums(t *testing.T) {
	for _, path := range protosource.Paths() {
		text, err := protosource.Text(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile(`((?://[^\n]*\n)+)enum (\w+) `).FindAllStringSubmatch(string(text), -1) {
			comment := strings.ReplaceAll(block[1], "\n// ", " ")
			if name := block[2]; !requestOnly(name) &&
				!strings.Contains(comment, "Clients must accept values that they do not know") {
				t.Errorf(
					"%s: enum %s: got the comment %q, want that clients must accept values that they do not know",
					path, name, comment,
				)
			}
		}
	}
}

// requestOnly reports whether an enum occurs only in requests.
func requestOnly(name string) bool {
	return slices.Contains([]string{"QueryType", "DiagramCluster", "ResultFormat"}, name)
}

func javaAccessors(field protoreflect.FieldDescriptor) []string {
	name := "get" + camel(string(field.Name()))
	accessors := []string{name}
	switch {
	case field.IsMap():
		accessors = append(accessors, name+"Map", name+"Count", name+"OrDefault", name+"OrThrow")
	case field.IsList():
		accessors = append(accessors, name+"List", name+"Count", name+"Bytes", name+"Value", name+"ValueList",
			name+"Builder", name+"BuilderList", name+"OrBuilder", name+"OrBuilderList")
	case field.Kind() == protoreflect.StringKind:
		accessors = append(accessors, name+"Bytes")
	case field.Kind() == protoreflect.EnumKind:
		accessors = append(accessors, name+"Value")
	case field.Kind() == protoreflect.MessageKind:
		accessors = append(accessors, name+"Builder", name+"OrBuilder")
	}
	return accessors
}

func camel(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

func allMessages(messages protoreflect.MessageDescriptors) []protoreflect.MessageDescriptor {
	var all []protoreflect.MessageDescriptor
	for i := range messages.Len() {
		if message := messages.Get(i); !message.IsMapEntry() {
			all = append(append(all, message), allMessages(message.Messages())...)
		}
	}
	return all
}

// Every method declares whether it has side effects, and every method of CodeIntelService names the tool that it
// runs.
func TestMethodOptions(t *testing.T) {
	for _, file := range contractFiles(t) {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				method := service.Methods().Get(j)
				options := method.Options().(*descriptorpb.MethodOptions)
				if options == nil || options.IdempotencyLevel == nil {
					t.Errorf("%s: got idempotency_level unset, want it set", method.FullName())
				}
				settings, _ := proto.GetExtension(method.Options(), commonv1.E_Method).(*commonv1.MethodSettings)
				if got, want := settings.GetTool() != "", service.Name() == "CodeIntelService"; got != want {
					t.Errorf("%s: names a tool: %t, want %t", method.FullName(), got, want)
				}
			}
		}
	}
}

// One concept has one name, and no message has both x and x_count.
func TestFieldNames(t *testing.T) {
	forbidden := map[string]string{
		"languages": "file_extensions", "use_ast": "mode", "element_name": "target", "focus": "target",
		"output_format": "format", "fixable": "auto_fixable", "url": "uri",
	}
	for _, file := range contractFiles(t) {
		for _, message := range allMessages(file.Messages()) {
			for i := range message.Fields().Len() {
				field := message.Fields().Get(i)
				if instead, found := forbidden[string(field.Name())]; found {
					t.Errorf("%s: got another name than the contract uses, want %s", field.FullName(), instead)
				}
				if field.Kind() == protoreflect.Uint32Kind || field.Kind() == protoreflect.Uint64Kind {
					t.Errorf(
						"%s: got %v, want a signed integer: unsigned ones are awkward in Java",
						field.FullName(), field.Kind(),
					)
				}
				if message.Fields().ByName(protoreflect.Name(fmt.Sprintf("%s_count", field.Name()))) != nil {
					t.Errorf("%s: got both x and x_count in the message, want one of them", field.FullName())
				}
			}
		}
	}
}
