package project

import (
	"github.com/coderef-system/coderefd/codeintel/golang/layout"
	"github.com/coderef-system/coderefd/codeintel/golang/platform"
)

// Project is the index of the files of a project: the packages of each folder and their
// imports.
type Project struct {
	Host    platform.Platform
	Root    string
	Layout  *layout.Layout
	Files   map[string]*File
	Folders map[string]*folder

	Targets    map[*File][]string  // folders that the imports of a file may refer to
	importedBy map[string][]string // folders whose packages import a folder, without tests
	// Caches, dropped when files or imports change.
	importers         map[string]map[string]bool
	platformDependent map[platform.Platform]map[string]bool
	lookups           map[[2]string]Import
}

// New returns an empty project.
func New(host platform.Platform) *Project {
	return &Project{Host: host, Files: map[string]*File{}, Folders: map[string]*folder{}, Targets: map[*File][]string{}}
}

// Import is the result of resolving an import path.
type Import struct {
	ProjectDir string // folder of the project, or ""
	OutsideDir string // absolute folder outside the project, or ""
	Missing    bool   // the path belongs to the project, but has no package
}
