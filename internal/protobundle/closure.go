package protobundle

import (
	"fmt"
	"slices"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/coderef-system/coderefd/internal/protosource"
)

// roots returns the files that every bundle contains: the contract, and the messages in the details of a
// status.
func roots() []string {
	return append(protosource.Paths(),
		code.File_google_rpc_code_proto.Path(),
		errdetails.File_google_rpc_error_details_proto.Path(),
		status.File_google_rpc_status_proto.Path(),
	)
}

// ours reports whether a .proto file belongs to the contract.
func ours(path string) bool {
	_, found := slices.BinarySearch(protosource.Paths(), path)
	return found
}

// describe returns a linked file. A file of the contract has source code info.
func describe(path string) (*descriptorpb.FileDescriptorProto, error) {
	if ours(path) {
		return protosource.Describe(path)
	}
	file, err := protoregistry.GlobalFiles.FindFileByPath(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return protodesc.ToFileDescriptorProto(file), nil
}

// closure returns the files at paths and all their imports, each after the files
// that it imports.
func closure(
	paths []string, find func(string) (*descriptorpb.FileDescriptorProto, error),
) ([]*descriptorpb.FileDescriptorProto, error) {
	var all []*descriptorpb.FileDescriptorProto
	seen := map[string]bool{}
	var add func(path string) error
	add = func(path string) error {
		if seen[path] {
			return nil
		}
		seen[path] = true
		description, err := find(path)
		if err != nil {
			return err
		}
		for _, imported := range description.GetDependency() {
			if err := add(imported); err != nil {
				return err
			}
		}
		all = append(all, description)
		return nil
	}
	for _, path := range paths {
		if err := add(path); err != nil {
			return nil, err
		}
	}
	return all, nil
}
