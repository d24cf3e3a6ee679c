package project

import "github.com/coderef-system/coderefd/codeintel/facts"

// Project is what all units of a project share. It does not change.
type Project struct {
	Root         string
	Files        []string
	Analysed     map[string]bool // the same
	FS           *FileSystem
	Packages     map[string]bool            // names of the packages the project itself consists of
	Dependencies map[string]map[string]bool // packages that each package.json asks for, by its folder
}

func New(p *facts.Project, fs *FileSystem) *Project {
	q := &Project{Root: p.Root, Files: p.Files, Analysed: make(map[string]bool, len(p.Files)), FS: fs}
	for _, f := range p.Files {
		q.Analysed[f] = true
	}
	q.Packages, q.Dependencies = readManifests(p)
	return q
}
