package project

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/workspace"
)

// Project holds the data that all groups of a project share. It is immutable.
type Project struct {
	Root     string
	Files    []string
	Analysed map[string]bool // the set of Files
	FS       *FileSystem
	*workspace.Layout
}

// New reads the manifests of a project. It sets the links of fs.
func New(p *facts.Project, fs *FileSystem) *Project {
	q := &Project{Root: p.Root, Files: p.Files, Analysed: make(map[string]bool, len(p.Files)), FS: fs}
	for _, f := range p.Files {
		q.Analysed[f] = true
	}
	q.Layout = workspace.Read(p)
	fs.link(q.Layout)
	return q
}
