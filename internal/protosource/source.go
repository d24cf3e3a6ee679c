package protosource

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"

	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
	"github.com/bufbuild/protocompile/sourceinfo"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/coderef-system/coderefd/proto"
)

// Paths returns the import paths of all .proto files of the contract, sorted.
func Paths() []string {
	var paths []string
	err := fs.WalkDir(proto.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		panic(err) // cannot happen: the files are in memory
	}
	slices.Sort(paths)
	return paths
}

// Text returns the text of a .proto file of the contract.
func Text(path string) ([]byte, error) { return proto.Files.ReadFile(path) }

// Describe returns the linked descriptor of a .proto file of the contract with
// the source code info of its text: comments, and the position of each element.
// The positions of options are not included.
func Describe(path string) (*descriptorpb.FileDescriptorProto, error) {
	linked, err := protoregistry.GlobalFiles.FindFileByPath(path)
	if err != nil {
		return nil, fmt.Errorf("%s: its generated Go package is not linked: %w", path, err)
	}
	text, err := Text(path)
	if err != nil {
		return nil, err
	}
	file, err := parser.Parse(path, bytes.NewReader(text), reporter.NewHandler(nil))
	if err != nil {
		return nil, err
	}
	description := protodesc.ToFileDescriptorProto(linked)
	description.SourceCodeInfo = sourceinfo.GenerateSourceInfo(file, nil)
	return description, nil
}
