package protobundle_test

import (
	"io"
	"io/fs"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/coderef-system/coderefd/internal/protobundle"
	"github.com/coderef-system/coderefd/internal/protosource"
)

const serviceConfig = `{"loadBalancingConfig": []}`

// build returns the contents of a bundle by path.
func build(t *testing.T) map[string]string {
	t.Helper()
	files, err := protobundle.Build(protobundle.Source{Version: "v1.2.3", ServiceConfig: serviceConfig})
	if err != nil {
		t.Fatal(err)
	}
	contents := map[string]string{}
	for _, file := range files {
		contents[file.Path] = string(file.Content)
	}
	if len(contents) != len(files) {
		t.Errorf("got %d files at %d paths, want one file per path", len(files), len(contents))
	}
	return contents
}

func TestBuild(t *testing.T) {
	got := build(t)
	for _, path := range protosource.Paths() {
		want, err := protosource.Text(path)
		if err != nil {
			t.Fatal(err)
		}
		if got["proto/"+path] != string(want) {
			t.Errorf("proto/%s: got %q, want the text of the contract", path, got["proto/"+path])
		}
		if got["plain/"+path] == "" {
			t.Errorf("plain/%s: got no file, want one", path)
		}
	}
	for _, path := range []string{
		"proto/buf/validate/validate.proto",
		"proto/google/rpc/code.proto", "proto/google/rpc/status.proto", "proto/google/rpc/error_details.proto",
		"plain/google/rpc/code.proto", "plain/google/rpc/status.proto", "plain/google/rpc/error_details.proto",
		"buf.yaml", "LICENSES/googleapis.txt", "LICENSES/protobuf.txt", "LICENSES/protovalidate.txt",
	} {
		if got[path] == "" {
			t.Errorf("%s: got no file, want one", path)
		}
	}
	if got["service_config.json"] != serviceConfig {
		t.Errorf("service_config.json: got %q, want %q", got["service_config.json"], serviceConfig)
	}
	if readme := got["README.md"]; !strings.Contains(readme, "coderefd v1.2.3.") || strings.Contains(readme, "{{") {
		t.Errorf("README.md: got %.200q, want the version coderefd v1.2.3 and no {{", readme)
	}
	for path, content := range got {
		if path != "coderef-proto.sha256" && !strings.Contains(got["coderef-proto.sha256"], "  "+path+"\n") {
			t.Errorf("coderef-proto.sha256: got no line of %s, want one", path)
		}
		if strings.Contains(path, "/buf/") || strings.Contains(path, "/google/") {
			if !strings.HasPrefix(content, "// Copyright ") || !strings.Contains(content, "SPDX-License-Identifier: ") {
				t.Errorf("%s: got %.200q, want a header with its copyright and licence", path, content)
			}
		}
	}
	if diff := cmp.Diff(got, build(t)); diff != "" {
		t.Errorf("the second bundle differs (-first +second):\n%s", diff)
	}
}

// The files in proto/ compile without any other file, to the linked descriptors.
func TestFullCompiles(t *testing.T) {
	for path, got := range compile(t, build(t), "proto/") {
		linked, err := protoregistry.GlobalFiles.FindFileByPath(path)
		if err != nil {
			t.Error(err)
			continue
		}
		want := normal(t, protodesc.ToFileDescriptorProto(linked))
		if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
			t.Errorf("%s differs from the linked descriptor (-linked +text):\n%s", path, diff)
		}
	}
}

// The files in plain/ compile without any other file, to the same messages and
// services. They have no custom options.
func TestPlainCompiles(t *testing.T) {
	bundle := build(t)
	plain := compile(t, bundle, "plain/")
	for _, path := range []string{"buf/validate/validate.proto", "google/protobuf/descriptor.proto"} {
		if plain[path] != nil {
			t.Errorf("plain/: got %s, which only custom options need, want no such file", path)
		}
	}
	for path, got := range plain {
		if options := customOptions(t, got); len(options) > 0 {
			t.Errorf("plain/%s: got custom options %v, want none", path, options)
		}
		if text := bundle["plain/"+path]; strings.Contains(text, "\nextend ") {
			t.Errorf("plain/%s: got extensions, want none:\n%s", path, text)
		}
		linked, err := protoregistry.GlobalFiles.FindFileByPath(path)
		if err != nil {
			t.Error(err)
			continue
		}
		want := normal(t, protodesc.ToFileDescriptorProto(linked))
		for _, description := range []*descriptorpb.FileDescriptorProto{got, want} {
			clearOptions(description.ProtoReflect())
			description.Dependency, description.Extension = nil, nil
		}
		if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
			t.Errorf("plain/%s differs from the linked descriptor (-linked +text):\n%s", path, diff)
		}
	}
}

// The plain variant keeps standard options.
func TestPlainOptions(t *testing.T) {
	text := build(t)["plain/coderef/tool/v1/tool_service.proto"]
	for _, want := range []string{"    option idempotency_level = NO_SIDE_EFFECTS;\n", "\noption java_package = "} {
		if !strings.Contains(text, want) {
			t.Errorf("got the text below, want %q in it:\n%s", want, text)
		}
	}
}

// The plain variant has the comments of the contract in the same order. The test
// skips files that declare custom options: the plain variant omits their comments.
func TestPlainComments(t *testing.T) {
	bundle := build(t)
	for _, path := range protosource.Paths() {
		if linked, err := protoregistry.GlobalFiles.FindFileByPath(path); err != nil || linked.Extensions().Len() > 0 {
			continue
		}
		want := comments(bundle["proto/"+path])
		got := comments(bundle["plain/"+path])[1:] // the first is the header
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("plain/%s: %d comment lines (-proto +plain):\n%s", path, len(want), diff)
		}
	}
}

// comments returns the lines of a text that are comments.
func comments(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "//") {
			lines = append(lines, line)
		}
	}
	return lines
}

// The FileDescriptorSet contains every file, and each file after its imports. Only
// the files of the contract have source code info, which contains the comments.
func TestDescriptors(t *testing.T) {
	bundle := build(t)
	set := new(descriptorpb.FileDescriptorSet)
	if err := proto.Unmarshal([]byte(bundle["descriptors.binpb"]), set); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range set.GetFile() {
		for _, imported := range file.GetDependency() {
			if !seen[imported] {
				t.Errorf("%s: got it before %s, which it imports, want it after", file.GetName(), imported)
			}
		}
		seen[file.GetName()] = true
		if bundle["proto/"+file.GetName()] == "" {
			t.Errorf("proto/: got no %s, which descriptors.binpb describes, want it", file.GetName())
		}
		ours := strings.HasPrefix(file.GetName(), "coderef/")
		if commented := len(file.GetSourceCodeInfo().GetLocation()) > 0; commented != ours {
			t.Errorf("%s has source code info: %t, want %t", file.GetName(), commented, ours)
		}
	}
	for path := range bundle {
		if name, ok := strings.CutPrefix(path, "proto/"); ok && !seen[name] {
			t.Errorf("descriptors.binpb: got no %s, which is in proto/, want it", name)
		}
	}
}

// Each licence in the bundle equals that of the Go module with the descriptors.
func TestLicences(t *testing.T) {
	bundle := build(t)
	const protovalidate = "buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go"
	for name, want := range map[string]string{
		"protovalidate.txt": moduleFile(t, protovalidate, "LICENSE"),
		"googleapis.txt":    moduleFile(t, "google.golang.org/genproto/googleapis/rpc", "LICENSE"),
		"protobuf.txt":      header(moduleFile(t, "google.golang.org/protobuf", "types/known/structpb/struct.pb.go")),
	} {
		if got := bundle["LICENSES/"+name]; got != want {
			t.Errorf("LICENSES/%s differs from its origin (-origin +licence):\n%s", name, cmp.Diff(want, got))
		}
	}
	for _, source := range []struct{ proto, module, file string }{
		{"buf/validate/validate.proto", protovalidate, "buf/validate/validate.pb.go"},
		{"google/rpc/status.proto", "google.golang.org/genproto/googleapis/rpc", "status/status.pb.go"},
		{"google/protobuf/struct.proto", "google.golang.org/protobuf", "types/known/structpb/struct.pb.go"},
	} {
		copyright, _, _ := strings.Cut(bundle["proto/"+source.proto], "\n")
		if !strings.Contains(moduleFile(t, source.module, source.file), copyright+"\n") {
			t.Errorf("%s: got copyright line %q, want that of %s", source.proto, copyright, source.file)
		}
	}
}

func moduleFile(t *testing.T, module, name string) string {
	t.Helper()
	folder, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatalf("go list -m %s: %v", module, err)
	}
	return read(t, filepath.Join(strings.TrimSpace(string(folder)), name))
}

// header returns the comment that a Go file begins with.
func header(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "//") {
			break
		}
		out.WriteString(strings.TrimPrefix(strings.TrimPrefix(line, "//"), " "))
	}
	return out.String()
}

// compile compiles all files of a bundle under a folder. They can import only each
// other.
func compile(t *testing.T, bundle map[string]string, folder string) map[string]*descriptorpb.FileDescriptorProto {
	t.Helper()
	texts := map[string]string{}
	for path, content := range bundle {
		if name, ok := strings.CutPrefix(path, folder); ok {
			texts[name] = content
		}
	}
	if len(texts) == 0 {
		t.Fatalf("got no files in %s, want some", folder)
	}
	compiler := protocompile.Compiler{Resolver: &protocompile.SourceResolver{
		Accessor: func(path string) (io.ReadCloser, error) {
			text, ok := texts[path]
			if !ok {
				return nil, fs.ErrNotExist
			}
			return io.NopCloser(strings.NewReader(text)), nil
		},
	}}
	files, err := compiler.Compile(t.Context(), slices.Sorted(maps.Keys(texts))...)
	if err != nil {
		t.Fatal(err)
	}
	compiled := map[string]*descriptorpb.FileDescriptorProto{}
	for _, file := range files {
		compiled[file.Path()] = normal(t, protodesc.ToFileDescriptorProto(file))
	}
	return compiled
}

// normal returns a copy of a file descriptor without source code info. Its options
// have their generated Go types instead of dynamic ones.
func normal(t *testing.T, in *descriptorpb.FileDescriptorProto) *descriptorpb.FileDescriptorProto {
	t.Helper()
	wire, err := proto.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	out := new(descriptorpb.FileDescriptorProto)
	if err := proto.Unmarshal(wire, out); err != nil {
		t.Fatal(err)
	}
	out.SourceCodeInfo = nil
	return out
}

// customOptions returns the paths of all extensions and unknown fields in a
// description.
func customOptions(t *testing.T, description *descriptorpb.FileDescriptorProto) []string {
	t.Helper()
	var found []string
	err := protorange.Range(description.ProtoReflect(), func(values protopath.Values) error {
		last := values.Index(-1)
		custom := last.Step.Kind() == protopath.UnknownAccessStep
		if last.Step.Kind() == protopath.FieldAccessStep {
			custom = last.Step.FieldDescriptor().IsExtension()
		}
		if custom {
			found = append(found, values.Path.String())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// clearOptions removes all options, and the extensions that are declared inside
// messages.
func clearOptions(message protoreflect.Message) {
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.Name() == "options" || field.FullName() == "google.protobuf.DescriptorProto.extension":
			message.Clear(field)
		case field.Message() != nil && field.IsList():
			for i := range value.List().Len() {
				clearOptions(value.List().Get(i).Message())
			}
		}
		return true
	})
}
