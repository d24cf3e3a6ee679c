package project

import "github.com/coderef-system/coderefd/codeintel/facts"

// Project holds the data that all groups of a project share. It is immutable.
type Project struct {
	Root         string
	Files        []string
	Analysed     map[string]bool // the set of Files
	FS           *FileSystem
	Packages     map[string]bool            // names of the packages in the project
	Dependencies map[string]map[string]bool // dependencies of each package.json, by its folder
}

// New reads the manifests of a project.
func New(p *facts.Project, fs *FileSystem) *Project {
	q := &Project{Root: p.Root, Files: p.Files, Analysed: make(map[string]bool, len(p.Files)), FS: fs}
	for _, f := range p.Files {
		q.Analysed[f] = true
	}
	q.Packages, q.Dependencies = readManifests(p)
	return q
}
