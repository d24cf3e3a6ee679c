package protobundle

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/coderef-system/coderefd/internal/protosource"
)

// sumsFile lists the checksums of all other files in the format of sha256sum. It is written last: a folder
// without it contains no complete bundle. Its name is specific to this project, because Write removes the
// files that an earlier list names.
const sumsFile = "coderef-proto.sha256"

//go:embed data/README.md
var readme string

//go:embed data/buf.yaml
var bufConfig []byte

// Source is the content of a bundle in addition to .proto files.
type Source struct {
	// Version of the program, for the README.
	Version string
	// ServiceConfig is the gRPC service config, in JSON.
	ServiceConfig string
}

// Build returns all files of a bundle, sorted by path. The same program always
// builds the same files.
func Build(source Source) ([]File, error) {
	licences, err := licenceFiles()
	if err != nil {
		return nil, err
	}
	files := append(licences,
		File{"README.md", []byte(strings.ReplaceAll(readme, "{{version}}", source.Version))},
		File{"buf.yaml", bufConfig},
		File{"service_config.json", []byte(source.ServiceConfig)},
	)
	for _, add := range []func() ([]File, error){fullFiles, plainFiles} {
		more, err := add()
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return append(files, File{sumsFile, sums(files)}), nil
}

// fullFiles returns the original contract with its imports, as .proto files and as descriptors.
func fullFiles() ([]File, error) {
	all, err := closure(roots(), describe)
	if err != nil {
		return nil, err
	}
	image, err := proto.MarshalOptions{Deterministic: true}.Marshal(&descriptorpb.FileDescriptorSet{File: all})
	if err != nil {
		return nil, err
	}
	files := []File{{"descriptors.binpb", image}}
	for _, description := range all {
		path := description.GetName()
		text, err := protosource.Text(path)
		if !ours(path) {
			text, err = printThirdParty(path)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, File{"proto/" + path, text})
	}
	return files, nil
}

func sums(files []File) []byte {
	var out strings.Builder
	for _, file := range files {
		fmt.Fprintf(&out, "%x  %s\n", sha256.Sum256(file.Content), file.Path)
	}
	return []byte(out.String())
}
