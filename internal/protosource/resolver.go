package protosource

import (
	"errors"
	"sync"

	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// Resolver finds descriptors and extensions for gRPC server reflection. Files of
// the contract have comments; all other files come from the global registries.
// It reads the .proto files at first use. The zero value is ready to use. It is
// safe for concurrent use.
type Resolver struct {
	once  sync.Once
	files *protoregistry.Files
	err   error
}

// FindFileByPath returns a file by its import path.
func (r *Resolver) FindFileByPath(path string) (protoreflect.FileDescriptor, error) {
	files, err := r.load()
	if err != nil {
		return nil, err
	}
	return fallback{files}.FindFileByPath(path)
}

// FindDescriptorByName returns any element of a file by its full name.
func (r *Resolver) FindDescriptorByName(name protoreflect.FullName) (protoreflect.Descriptor, error) {
	files, err := r.load()
	if err != nil {
		return nil, err
	}
	return fallback{files}.FindDescriptorByName(name)
}

// FindExtensionByName returns an extension by its full name.
func (r *Resolver) FindExtensionByName(name protoreflect.FullName) (protoreflect.ExtensionType, error) {
	return r.commented(protoregistry.GlobalTypes.FindExtensionByName(name))
}

// FindExtensionByNumber returns an extension by the message that it extends and
// its field number.
func (r *Resolver) FindExtensionByNumber(
	message protoreflect.FullName, field protoreflect.FieldNumber,
) (protoreflect.ExtensionType, error) {
	return r.commented(protoregistry.GlobalTypes.FindExtensionByNumber(message, field))
}

// RangeExtensionsByMessage calls f for each extension of a message until f
// returns false.
func (r *Resolver) RangeExtensionsByMessage(message protoreflect.FullName, f func(protoreflect.ExtensionType) bool) {
	protoregistry.GlobalTypes.RangeExtensionsByMessage(message, f)
}

// commented returns the extension as the file with comments declares it.
func (r *Resolver) commented(linked protoreflect.ExtensionType, err error) (protoreflect.ExtensionType, error) {
	if err != nil {
		return nil, err
	}
	files, err := r.load()
	if err != nil {
		return nil, err
	}
	element, err := files.FindDescriptorByName(linked.TypeDescriptor().FullName())
	if extension, ok := element.(protoreflect.ExtensionDescriptor); ok && err == nil {
		return dynamicpb.NewExtensionType(extension), nil
	}
	return linked, nil
}

func (r *Resolver) load() (*protoregistry.Files, error) {
	r.once.Do(func() { r.files, r.err = load() })
	return r.files, r.err
}

// load returns the files of the contract with comments.
func load() (*protoregistry.Files, error) {
	pending := map[string]*descriptorpb.FileDescriptorProto{}
	for _, path := range Paths() {
		description, err := Describe(path)
		if err != nil {
			return nil, err
		}
		keepComments(description)
		pending[path] = description
	}
	files := new(protoregistry.Files)
	for _, path := range Paths() {
		if err := register(files, pending, path); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// register moves a file from pending to files, after the files that it imports.
func register(files *protoregistry.Files, pending map[string]*descriptorpb.FileDescriptorProto, path string) error {
	description, ok := pending[path]
	if !ok {
		return nil // registered, or not a file of the contract
	}
	delete(pending, path)
	for _, imported := range description.GetDependency() {
		if err := register(files, pending, imported); err != nil {
			return err
		}
	}
	file, err := protodesc.NewFile(description, fallback{files})
	if err != nil {
		return err
	}
	return files.RegisterFile(file)
}

// keepComments removes positions without a comment, because reflection clients print only comments and most
// positions have none.
func keepComments(description *descriptorpb.FileDescriptorProto) {
	var kept []*descriptorpb.SourceCodeInfo_Location
	for _, location := range description.GetSourceCodeInfo().GetLocation() {
		if location.LeadingComments != nil || location.TrailingComments != nil ||
			len(location.LeadingDetachedComments) > 0 {
			kept = append(kept, location)
		}
	}
	description.SourceCodeInfo = &descriptorpb.SourceCodeInfo{Location: kept}
}

// fallback finds elements in the global registry that its own files do not contain.
type fallback struct{ *protoregistry.Files }

func (f fallback) FindFileByPath(path string) (protoreflect.FileDescriptor, error) {
	file, err := f.Files.FindFileByPath(path)
	if errors.Is(err, protoregistry.NotFound) {
		return protoregistry.GlobalFiles.FindFileByPath(path)
	}
	return file, err
}

func (f fallback) FindDescriptorByName(name protoreflect.FullName) (protoreflect.Descriptor, error) {
	element, err := f.Files.FindDescriptorByName(name)
	if errors.Is(err, protoregistry.NotFound) {
		return protoregistry.GlobalFiles.FindDescriptorByName(name)
	}
	return element, err
}
