package protobundle

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// plainHeader begins each file of the contract in its plain variant.
const plainHeader = "// Printed from ../proto without custom options. The messages and methods are the same.\n"

// plainFiles returns the contract without custom options, with comments, and the
// imports that remain. Generators without proto2 support accept these files.
func plainFiles() ([]File, error) {
	all, err := closure(roots(), plainDescription)
	if err != nil {
		return nil, err
	}
	linked, err := protodesc.NewFiles(&descriptorpb.FileDescriptorSet{File: all})
	if err != nil {
		return nil, err
	}
	var files []File
	for _, description := range all {
		name := description.GetName()
		var text []byte
		if ours(name) {
			text, err = printPlain(linked, name)
		} else {
			text, err = printThirdParty(name)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, File{"plain/" + name, text})
	}
	return files, nil
}

func printPlain(files *protoregistry.Files, name string) ([]byte, error) {
	file, err := files.FindFileByPath(name)
	if err != nil {
		return nil, err
	}
	return printFile(file, plainHeader)
}

// plainDescription returns a file as the plain variant contains it: a file of the contract without its
// custom options, without declarations of such options, and without the imports that it no longer needs.
func plainDescription(path string) (*descriptorpb.FileDescriptorProto, error) {
	description, err := describe(path)
	if err != nil || !ours(path) {
		return description, err
	}
	dropCustomOptions(description.ProtoReflect())
	description.Extension = nil
	dropExtensions(description.GetMessageType())
	description.Dependency, err = usedFiles(description)
	description.PublicDependency, description.WeakDependency, description.OptionDependency = nil, nil, nil
	locations := description.GetSourceCodeInfo()
	locations.Location = slices.DeleteFunc(locations.GetLocation(), isImport)
	return description, err
}

// isImport reports whether a location is that of an import statement. The printer ignores locations of
// removed elements, but imports have new indexes.
func isImport(location *descriptorpb.SourceCodeInfo_Location) bool {
	const dependency = 3 // field number in FileDescriptorProto
	return len(location.GetPath()) > 0 && location.GetPath()[0] == dependency
}

// dropCustomOptions removes the custom options of a description and of everything in it. It also removes
// options messages that become empty.
func dropCustomOptions(description protoreflect.Message) {
	description.SetUnknown(nil)
	description.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.IsExtension():
			description.Clear(field)
		case field.Message() == nil:
		case field.IsList():
			for i := range value.List().Len() {
				dropCustomOptions(value.List().Get(i).Message())
			}
		default:
			dropCustomOptions(value.Message())
			if field.Name() == "options" && isEmpty(value.Message()) {
				description.Clear(field)
			}
		}
		return true
	})
}

func isEmpty(message protoreflect.Message) bool {
	empty := true
	message.Range(func(protoreflect.FieldDescriptor, protoreflect.Value) bool {
		empty = false
		return false
	})
	return empty
}

// dropExtensions removes the declarations of extensions in messages. A proto3 file can only declare custom
// options.
func dropExtensions(messages []*descriptorpb.DescriptorProto) {
	for _, message := range messages {
		message.Extension = nil
		dropExtensions(message.GetNestedType())
	}
}

// usedFiles returns the other files whose types a description uses, sorted.
func usedFiles(description *descriptorpb.FileDescriptorProto) ([]string, error) {
	used := map[string]bool{}
	for _, name := range typeNames(description) {
		element, err := protoregistry.GlobalFiles.FindDescriptorByName(
			protoreflect.FullName(strings.TrimPrefix(name, ".")),
		)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", description.GetName(), name, err)
		}
		used[element.ParentFile().Path()] = true
	}
	delete(used, description.GetName())
	return slices.Sorted(maps.Keys(used)), nil
}

// typeNames returns the names of the types of all fields and methods.
func typeNames(description *descriptorpb.FileDescriptorProto) []string {
	var names []string
	var add func([]*descriptorpb.DescriptorProto)
	add = func(messages []*descriptorpb.DescriptorProto) {
		for _, message := range messages {
			for _, field := range message.GetField() {
				if field.TypeName != nil {
					names = append(names, field.GetTypeName())
				}
			}
			add(message.GetNestedType())
		}
	}
	add(description.GetMessageType())
	for _, service := range description.GetService() {
		for _, method := range service.GetMethod() {
			names = append(names, method.GetInputType(), method.GetOutputType())
		}
	}
	return names
}
