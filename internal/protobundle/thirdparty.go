package protobundle

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"google.golang.org/protobuf/reflect/protoregistry"
)

// licences holds the licences of third-party .proto files.
//
//go:embed licences
var licences embed.FS

// origin is the project of third-party .proto files.
type origin struct {
	// folder of their import paths, with the final slash.
	folder string
	// url of the documented files.
	url       string
	copyright string
	licence   string
	// file in the folder of licences.
	file string
}

func origins() []origin {
	return []origin{
		{
			folder: "buf/validate/", url: "https://github.com/bufbuild/protovalidate",
			copyright: "Copyright 2023-2026 Buf Technologies, Inc.", licence: "Apache-2.0", file: "protovalidate.txt",
		},
		{
			folder: "google/rpc/", url: "https://github.com/googleapis/googleapis",
			copyright: "Copyright 2026 Google LLC", licence: "Apache-2.0", file: "googleapis.txt",
		},
		{
			folder:    "google/protobuf/",
			url:       "https://github.com/protocolbuffers/protobuf",
			copyright: "Copyright 2008 Google Inc.  All rights reserved.",
			licence:   "BSD-3-Clause",
			file:      "protobuf.txt",
		},
	}
}

// printThirdParty returns the text of a third-party file, printed from its linked
// descriptor, under a header that names its origin and licence.
func printThirdParty(name string) ([]byte, error) {
	for _, o := range origins() {
		if !strings.HasPrefix(name, o.folder) {
			continue
		}
		file, err := protoregistry.GlobalFiles.FindFileByPath(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return printFile(file, fmt.Sprintf("// %s\n// %s\n// SPDX-License-Identifier: %s (see LICENSES/%s)\n"+
			"// Printed from a descriptor without comments; the documented file is at the address above.\n",
			o.copyright, o.url, o.licence, o.file))
	}
	return nil, fmt.Errorf("%s: its origin and licence are unknown", name)
}

// licenceFiles returns the licences of all third-party files.
func licenceFiles() ([]File, error) {
	var files []File
	for _, o := range origins() {
		text, err := licences.ReadFile(path.Join("licences", o.file))
		if err != nil {
			return nil, err
		}
		files = append(files, File{"LICENSES/" + o.file, text})
	}
	return files, nil
}
