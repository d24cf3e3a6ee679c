package protosource_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/bufbuild/protocompile"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/coderef-system/coderefd/internal/protosource"
)

// The text of a file compiles to the linked descriptor, and a full compilation
// finds the same comments.
func TestDescribe(t *testing.T) {
	compiler := protocompile.Compiler{
		SourceInfoMode: protocompile.SourceInfoStandard,
		Resolver: protocompile.CompositeResolver{
			&protocompile.SourceResolver{Accessor: func(path string) (io.ReadCloser, error) {
				text, err := protosource.Text(path)
				return io.NopCloser(bytes.NewReader(text)), err
			}},
			protocompile.ResolverFunc(func(path string) (protocompile.SearchResult, error) {
				file, err := protoregistry.GlobalFiles.FindFileByPath(path)
				return protocompile.SearchResult{Desc: file}, err
			}),
		},
	}
	paths := protosource.Paths()
	if len(paths) == 0 {
		t.Fatal("Paths(): got no .proto files, want some")
	}
	for _, path := range paths {
		got, err := protosource.Describe(path)
		if err != nil {
			t.Errorf("%v; does internal/protosource/link.go import its package?", err)
			continue
		}
		files, err := compiler.Compile(t.Context(), path)
		if err != nil {
			t.Error(err)
			continue
		}
		want := normal(t, protodesc.ToFileDescriptorProto(files[0]))
		got = normal(t, got)
		if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
			t.Errorf("%s differs from the linked descriptor (-text +linked):\n%s", path, diff)
		}
	}
}

// normal returns a description with the options in their Go types, and of its
// source code info the comments.
func normal(t *testing.T, in *descriptorpb.FileDescriptorProto) *descriptorpb.FileDescriptorProto {
	t.Helper()
	wire, err := proto.MarshalOptions{Deterministic: true}.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	out := new(descriptorpb.FileDescriptorProto)
	if err := proto.Unmarshal(wire, out); err != nil {
		t.Fatal(err)
	}
	var comments []*descriptorpb.SourceCodeInfo_Location
	for _, location := range out.GetSourceCodeInfo().GetLocation() {
		location.Span = nil
		if location.GetLeadingComments()+location.GetTrailingComments() != "" {
			comments = append(comments, location)
		}
	}
	if len(comments) == 0 {
		t.Errorf("%s: got no comments, want some", in.GetName())
	}
	out.SourceCodeInfo = &descriptorpb.SourceCodeInfo{Location: comments}
	return out
}
